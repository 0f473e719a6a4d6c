import Referrals
import Testing

@Suite struct EmailAddressTests {
    @Test(
        arguments: [
            ("a@b.c", "a@b.c"),
            ("  Ben@Example.COM \n", "ben@example.com"),
            ("ben+ship@sub.example.co", "ben+ship@sub.example.co"),
            ("o'brien.!#$%&*/=?^_`{|}~-@example.com", "o'brien.!#$%&*/=?^_`{|}~-@example.com"),
            ("1@2.3", "1@2.3"),
            ("a@x-y.example", "a@x-y.example"),
        ])
    func `reads an address, trimmed and in lower case`(text: String, address: String) {
        #expect(EmailAddress(text)?.description == address)
    }

    @Test(
        arguments: [
            "", " ", "@", "a", "a@", "@b.c", "a@b", "a@b.", "a@.c", "a@b..c", "a@@b.c", "a@b@c.d", "a b@c.d",
            "a@b c.d", "a@-b.c", "a@b-.c", "a@b_c.d", "ä@b.c", "a@ä.c", "a@b.c\u{0}", "a,b@c.d", "\"a\"@b.c",
            "<a@b.c>", "a@[1.2.3.4]",
            // What Unicode's rules of case lead into ASCII, or out of it: Kelvin's sign, a long s, a dotted I
            // and an i without its dot.
            "\u{212A}ate@b.c", "kate@boo\u{212A}.c", "\u{17F}am@b.c", "sam@a\u{17F}.c", "\u{130}da@b.c",
            "ida@\u{130}.c", "\u{131}da@b.c", "ida@\u{131}.c", "\u{FF4B}ate@b.c", "i\u{307}da@b.c",
        ])
    func `refuses what is no address`(text: String) {
        #expect(EmailAddress(text) == nil)
    }

    @Test func `has limits in bytes`() {
        let label = String(repeating: "x", count: 63)
        #expect(EmailAddress(String(repeating: "a", count: 64) + "@b.c") != nil)
        #expect(EmailAddress(String(repeating: "a", count: 65) + "@b.c") == nil)
        #expect(EmailAddress("a@\(label).c") != nil)
        #expect(EmailAddress("a@x\(label).c") == nil)
        let domain = "\(label).\(label).\(label)"
        #expect(EmailAddress(String(repeating: "a", count: 62) + "@" + domain) != nil)
        #expect(EmailAddress(String(repeating: "a", count: 63) + "@" + domain) == nil)
    }
}
