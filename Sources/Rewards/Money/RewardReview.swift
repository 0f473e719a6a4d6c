package import FoundationEssentials
internal import Referrals
package import Values

/// An administrator's decision on a held reward.
package struct RewardReview: Equatable, Sendable {
    package enum Decision: String, Sendable {
        case release
        case void
    }

    package let uid: UserID
    package let rewardID: UUID
    package let decision: Decision
    /// For the audit.
    package let reason: String
    /// The key that asked, for the audit.
    package let actor: String

    package init(uid: UserID, rewardID: UUID, decision: Decision, reason: String, actor: String) {
        self.uid = uid
        self.rewardID = rewardID
        self.decision = decision
        self.reason = reason
        self.actor = actor
    }

    /// The reward's new status, and what its subject remembers of the rule.
    var status: Reward.Status { decision == .release ? .paid : .void }
    var outcome: Outcome { decision == .release ? .paid : .denied }
}
