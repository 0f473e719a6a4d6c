package import JSON
package import Referrals

/// Trust settings as JSON: in requests and replies, in `trust_versions`, and in the audit.
package enum TrustForm {
    package static let reply = Form<TrustTerms>("TrustTerms", showsExample: false) {
        Member("referrals", referrals)
        Member("user_events", action, \.userEvents, userEvents, sample: "pay")
        Member("checks", checks)
    }

    /// Omitted members get the values of a new installation.
    package static let request = RequestForm(
        "", means: "", Field(optional: "referrals", referralsRequest, sourceMeaning),
        Field("user_events", .trustAction, or: .pay, "\(userEvents) Default: `pay`."),
        Field(optional: "checks", checksRequest, checksMeaning)
    ) { TrustTerms(referrals: $0 ?? [:], userEvents: $1, checks: $2 ?? []) }

    private static let userEvents = "For rewards based on progress that the player's own app reported."
    private static let sourceMeaning = "By how certain the referral is."
    private static let checksMeaning = "Applied when a reward is about to be made."
    private static let action = Codec<TrustAction>.openChoice("pay", "hold", "deny")

    private static let referrals = Form<TrustTerms>(
        "ReferralTrust", means: sourceMeaning, showsExample: false
    ) {
        for source in ReferralSource.allCases {
            Member(
                source.rawValue, action, { $0.action(for: source) }, source.meaning,
                sample: .string(TrustTerms.standard.action(for: source).rawValue))
        }
    }

    private static let referralsRequest = RequestForm(
        "ReferralTrustRequest", means: sourceMeaning,
        Field(
            all: ReferralSource.allCases.map { source in
                Field(
                    source.rawValue, .trustAction, or: TrustTerms.standard.action(for: source),
                    "\(source.meaning) Default: `\(TrustTerms.standard.action(for: source).rawValue)`.")
            })
    ) { Dictionary(uniqueKeysWithValues: zip(ReferralSource.allCases, $0)) }

    private static let checks = Form<TrustTerms>("TrustChecks", means: checksMeaning, showsExample: false) {
        for kind in TrustCheck.Kind.allCases {
            Member(
                kind.rawValue, .check(kind), orNull: { $0.checks[kind] }, "Null: off.",
                sample: kind.sample)
        }
    }

    private static let checksRequest = RequestForm(
        "TrustChecksRequest", means: checksMeaning,
        Field(
            all: TrustCheck.Kind.allCases.map {
                Field(optional: $0.rawValue, $0.request, "Omit it for off.")
            })
    ) { $0.compactMap(\.self) }
}

extension ReferralSource {
    fileprivate var meaning: String {
        switch self {
        case .claimUnique: "A receipt of a sure match."
        case .claimDefault: "A receipt, or an app's report, of a likely match."
        case .claimWeak: "The same, of one of several candidates."
        case .code: "The referrer's code."
        case .unproven: "A uid."
        }
    }
}

extension Codec where Value == TrustAction {
    static var trustAction: Codec {
        .choice("pay", "hold", "deny").named("TrustAction", "What to do with a reward.")
    }
}
