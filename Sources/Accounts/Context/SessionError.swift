internal import Batching
package import Values

/// Errors of signing in, refreshing and signing out.
package enum SessionError: ServiceError {
    case unavailable
    case internalError
    case tooManyRequests(retryAfterSeconds: Int)

    /// A refresh token that is bad, expired, or was used before.
    case unauthenticated
    /// A wrong password or an unknown e-mail.
    case invalidCredentials
    /// An administrator has blocked the user.
    case blocked
    /// The refresh token is an anonymous player's who became this account.
    case merged(into: UserID)
    /// The session is bound to an install key, and the refresh isn't signed by it.
    case unproved(InstallProofError)

    package static var balanceTooLarge: SessionError { .internalError }
}
