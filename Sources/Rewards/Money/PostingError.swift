package import Referrals
package import Values

/// Errors of redemptions, refunds and adjustments.
package enum PostingError: UserError {
    case unavailable
    case internalError

    case userNotFound
    /// An anonymous player who became this account.
    case merged(into: UserID)
    /// The id was used for another entry.
    case postingIDReused
    case insufficientBalance(balance: Int64)
    /// The currency is unknown or archived; with the nearest one in use.
    case unknownCurrency(nearest: Currency?)
    /// The balance would leave 64 bits.
    case balanceTooLarge
    /// There is no such redemption, or none that was reserved.
    case redemptionNotFound
    /// The reservation has no genuine MAC: the service did not make it.
    case redemptionUnproved
    /// Something else became of the redemption, for good.
    case redemptionSettled(RedemptionState)
    /// The installation requires a second operator.
    case needsApproval
    /// The pending change no longer waits.
    case alreadyDecided
}
