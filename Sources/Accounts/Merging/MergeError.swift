internal import Batching
package import Values

/// Errors of merging an anonymous player into an account.
package enum MergeError: ServiceError {
    case unavailable
    case internalError
    /// The account has taken in many players today.
    case tooManyRequests(retryAfterSeconds: Int)

    /// The player's token is invalid or expired.
    case unauthenticated
    /// An administrator has blocked the player.
    case blocked
    /// The token is an account's.
    case notAnonymous
    /// The player became another account before.
    case merged(into: UserID)
    /// The account was erased meanwhile.
    case accountGone
    case balanceTooLarge
    /// The player has an install key, and the call isn't signed by it.
    case unproved(InstallProofError)
}
