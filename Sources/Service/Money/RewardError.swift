package import Referrals

/// What releasing and voiding a reward can refuse or fail with.
package enum RewardError: ServiceError {
    case unavailable
    case internalError

    case rewardNotFound
    /// A reward that is not held can be neither released nor voided otherwise.
    case rewardNotHeld(Reward.Status)
    /// The balance would leave 64 bits.
    case balanceTooLarge
}
