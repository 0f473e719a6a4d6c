import Referrals
import Testing

struct ExternalIDTests {
    @Test func `any line of text is one, as it stands`() {
        let longest = String(repeating: "é", count: 255)
        for text in ["1", "a b", " a", "a/b?c#d", "ab|Ü:7", "01938f3e-4100-7a10-9b02-13f2c4d5e6a7", longest] {
            #expect(ExternalID(text)?.description == text)
        }
        for text in ["", "\n", "a\u{0}", "a\tb", "\u{7f}", "\u{85}", "a\u{2028}", longest + "x"] {
            #expect(ExternalID(text) == nil, "\(text)")
        }
    }

    @Test func `what is written otherwise is another`() {
        #expect(ExternalID("Ann") != ExternalID("ann"))
        let (one, two) = (ExternalID("\u{d6}")!, ExternalID("O\u{308}")!)
        #expect(one.description == two.description && one != two && two < one && Set([one, two]).count == 2)
    }
}
