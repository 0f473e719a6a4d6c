import Referrals
import Testing

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

    @Test(
        arguments: [
            ("0O234567Il", "0023456711"),
            ("00000000-0000-7000-8000-00000000000A", "00000000-0000-7000-8000-00000000000a"),
        ])
    func `a claim is a code or a uid`(text: String, claim: String) {
        #expect(ReferrerClaim(text)?.description == claim)
    }

    @Test(arguments: ["", "nobody", "00000000-0000-7000-8000", "{00000000-0000-7000-8000-00000000000a}"])
    func `a claim of neither is none`(text: String) {
        #expect(ReferrerClaim(text) == nil)
    }

    @Test func `a uid is written and ordered in lower case`() {
        #expect(Sample.uid(0xABC).description == "00000000-0000-7000-8000-000000000abc")
        #expect(Sample.uid(9) < Sample.uid(10))
    }
}
