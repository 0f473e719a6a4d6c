import Forms
import JSON
import Referrals
import Testing

/// What is trusted, as `trust_versions` and the audit keep it.
@Suite struct TrustFormTests {
    private static let checks = TrustCheck.Kind.allCases.map { kind in
        TrustCheck(kind, .hold, kind.numbers.map(\.range.upperBound))
    }

    @Test func `comes back as it was written, with all checks and with none`() {
        let sources = Dictionary(uniqueKeysWithValues: ReferralSource.allCases.map { ($0, TrustAction.deny) })
        for terms in [
            TrustTerms.standard, TrustTerms(referrals: sources, userEvents: .hold, checks: Self.checks),
        ] {
            #expect(TrustForm.request.value(of: TrustForm.reply.text(of: terms)) == terms)
        }
    }

    @Test func `what is left out is as in a new installation`() {
        #expect(TrustForm.request.value(of: "{}") == .standard)
    }

    @Test(arguments: [
        #"{"user_events": "maybe"}"#, #"{"checks": {"ring": {}}}"#, #"{"checks": {"moon": null}}"#,
        #"{"checks": {"burst": {"action": "hold", "at_least": 9}}}"#, #"{"referrals": {"moon": "pay"}}"#,
    ])
    func `what this version can't read is none`(text: String) {
        #expect(TrustForm.request.value(of: text) == nil)
    }
}
