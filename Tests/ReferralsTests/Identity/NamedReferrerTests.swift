import Referrals
import Testing

@Suite struct NamedReferrerTests {
    @Test(
        arguments: [
            ("0O234567Il", "0023456711"),
            ("00000000-0000-7000-8000-00000000000A", "00000000-0000-7000-8000-00000000000a"),
        ])
    func `a referrer is named by code or uid`(text: String, name: String) {
        #expect(NamedReferrer(text)?.description == name)
    }

    @Test(arguments: ["", "nobody", "00000000-0000-7000-8000", "{00000000-0000-7000-8000-00000000000a}"])
    func `what is neither names nobody`(text: String) {
        #expect(NamedReferrer(text) == nil)
    }
}
