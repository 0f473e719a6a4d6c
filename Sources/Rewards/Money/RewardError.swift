internal import Batching
package import Referrals

/// Errors of releasing, voiding and reversing a reward.
package enum RewardError: ServiceError {
    case unavailable
    case internalError

    case rewardNotFound
    /// A reward that is not held can be neither released nor voided otherwise.
    case rewardNotHeld(Reward.Status)
    /// A held reward without a genuine MAC can only be voided: the service did not write it.
    case rewardUnproved
    /// Only a paid reward can be taken back.
    case rewardNotPaid(Reward.Status)
    /// Less is there than should be taken back.
    case insufficientBalance(balance: Int64)
    /// The balance would leave 64 bits.
    case balanceTooLarge
}
