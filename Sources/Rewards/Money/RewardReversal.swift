package import FoundationEssentials
package import Values

/// An administrator's reversal.
package struct RewardReversal: Equatable, Sendable {
    /// The action if the balance is smaller than the reward.
    package enum Shortfall: String, Sendable {
        case refuse
        case takeWhatIsThere = "take_what_is_there"
    }

    package let uid: UserID
    package let rewardID: UUID
    package let shortfall: Shortfall
    /// For the ledger and the audit.
    package let reason: String
    /// The key that asked, for the audit.
    package let actor: String

    package init(uid: UserID, rewardID: UUID, shortfall: Shortfall, reason: String, actor: String) {
        self.uid = uid
        self.rewardID = rewardID
        self.shortfall = shortfall
        self.reason = reason
        self.actor = actor
    }
}
