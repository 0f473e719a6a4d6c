package import Referrals
package import Values

/// What recording an event can refuse or fail with.
package enum EventError: UserError {
    case unavailable
    case internalError

    case userNotFound
    /// An anonymous player who became this account.
    case merged(into: UserID)
    /// The id was used for another event.
    case eventIDReused
    case factRefused(FactRefusal)
    /// What was granted would take a balance out of 64 bits.
    case balanceTooLarge
}
