package import Referrals
package import Values

/// Errors of recording an event.
package enum EventError: UserError {
    case unavailable
    case internalError

    case userNotFound
    /// An anonymous player who became this account.
    case merged(into: UserID)
    /// The id was used for another event.
    case eventIDReused
    case factRefused(FactRefusal)
    /// The reward would overflow a balance of 64 bits.
    case balanceTooLarge
}
