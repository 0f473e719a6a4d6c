package import Values

/// A rule written in Swift: when a player's state deserves a reward, and which. It returns values: it cannot
/// ask, wait or fail.
package protocol RewardRule: Sendable {
    var name: RuleName { get }

    /// The reason given while the reward is not deserved, in snake_case.
    var unmetReason: String { get }

    /// True from the moment the player's state deserves the reward, whichever fact arrived last.
    func isDeserved(by player: UserState) -> Bool

    /// The amount and the beneficiary; nil without a referrer.
    func reward(for player: UserState) -> RewardOffer?
}

/// A payment that a rule wants.
package struct RewardOffer: Equatable, Sendable {
    package let beneficiary: UserID
    package let role: RewardRole
    package let currency: Currency
    /// In the currency's smallest unit, above 0.
    package let amount: Int64
    /// For people, in the ledger.
    package let reason: String
    /// When it is paid by itself; nil for at once, or where an administrator decides.
    package internal(set) var releaseAt: Timestamp?
    /// Of a rule that is data: which version of it offers this.
    package internal(set) var ruleVersion: Int64?
    /// The objections to it.
    package internal(set) var codes: TrustCodes = []

    package static func credit(
        _ amount: Int64, _ currency: Currency, to beneficiary: UserID, as role: RewardRole,
        because reason: String
    ) -> RewardOffer {
        RewardOffer(beneficiary: beneficiary, role: role, currency: currency, amount: amount, reason: reason)
    }
}

/// Which side of a referral a reward goes to.
package enum RewardRole: String, Sendable {
    case referee
    case referrer
}
