import Testing
import Values

@Suite struct ReferralCodeTests {
    @Test(
        arguments: [
            ("0123456789", "0123456789"),
            ("ABCDEFGHJK", "ABCDEFGHJK"),
            ("MNPQRSTVWX", "MNPQRSTVWX"),
            ("yz00000000", "YZ00000000"),
            ("oOiIlL0011", "0011110011"),
        ])
    func `is read as Crockford asks`(text: String, code: String) {
        #expect(ReferralCode(text)?.description == code)
    }

    @Test(arguments: ["", "012345678", "01234567890", "012345678U", "012345678u", "01234-5678", "012345678é"])
    func `refuses what is none`(text: String) {
        #expect(ReferralCode(text) == nil)
    }
}
