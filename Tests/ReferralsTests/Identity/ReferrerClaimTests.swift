import Referrals
import Testing

@Suite struct ReferrerClaimTests {
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
}
