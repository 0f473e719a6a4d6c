/// Trust settings: the actions for deserved rewards, by their evidence.
package struct TrustTerms: Equatable, Sendable {
    /// By how surely the player was referred.
    package var referrals: [ReferralSource: TrustAction]
    /// For progress that a player's own app reported.
    package var userEvents: TrustAction
    /// Those that are on; one that only pays keeps its code with the reward.
    package private(set) var checks: [TrustCheck.Kind: TrustCheck]
    /// Whether one of them needs what is kept of sign-ups, or of the player's address.
    package let wantsFindings: Bool
    /// Whether sign-ups are kept, for checks to look at.
    package let looksAtSignUps: Bool

    package init(
        referrals: [ReferralSource: TrustAction] = [:], userEvents: TrustAction = .pay,
        checks: [TrustCheck] = []
    ) {
        self.referrals = Self.usual.merging(referrals) { $1 }
        self.userEvents = userEvents
        self.checks = Dictionary(
            checks.filter(\.isWellFormed).map { ($0.kind, $0) }, uniquingKeysWith: { $1 })
        wantsFindings = self.checks.keys.contains { $0 != .tooFast }
        looksAtSignUps = self.checks.keys.contains(where: \.looksAtSignUps)
    }

    private static let usual: [ReferralSource: TrustAction] = [
        .claimUnique: .pay, .claimDefault: .hold, .claimWeak: .deny, .code: .pay, .unproven: .pay,
    ]

    /// Of a new installation, as its migration writes it.
    package static let standard = TrustTerms()

    package func action(for source: ReferralSource) -> TrustAction { referrals[source] ?? .pay }

    /// A check's number; nil where the check is off.
    package func number(_ index: Int, of kind: TrustCheck.Kind) -> Int64? {
        guard let numbers = checks[kind]?.numbers, numbers.indices.contains(index) else { return nil }
        return numbers[index]
    }

    /// For the audit: what became another, such as `code pay → hold; ring off → deny`.
    package func changes(from earlier: TrustTerms) -> String {
        zip(earlier.parts, parts).filter { $0.value != $1.value }
            .map { "\($0.name) \($0.value) → \($1.value)" }.joined(separator: "; ")
    }

    private var parts: [(name: String, value: String)] {
        ReferralSource.allCases.map { ($0.rawValue, action(for: $0).rawValue) }
            + [("user_events", userEvents.rawValue)]
            + TrustCheck.Kind.allCases.map { ($0.rawValue, checks[$0]?.words ?? "off") }
    }
}

/// The programme's trust settings as stored.
package struct StoredTrust: Equatable, Sendable {
    /// Each change is one more.
    package let version: Int64
    package let terms: TrustTerms

    package init(version: Int64, terms: TrustTerms) {
        self.version = version
        self.terms = terms
    }
}
