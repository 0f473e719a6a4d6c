package import Referrals

/// What recording an event can refuse or fail with.
package enum EventError: ServiceError {
    case unavailable
    case internalError

    case userNotFound
    /// The id was used for another event.
    case eventIDReused
    case factRefused(FactRefusal)
    /// What was granted would take a balance out of 64 bits.
    case balanceTooLarge
}
