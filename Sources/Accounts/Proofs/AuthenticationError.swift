package import Values

/// The reasons why a caller isn't authenticated.
package enum AuthenticationError: Error, Equatable {
    /// Revocations can't be heard of, so no token can be trusted just now.
    case unavailable
    /// A token or a key that is bad, expired or revoked.
    case unauthenticated
    /// Too many invented keys came from the address.
    case tooManyRequests(retryAfterSeconds: Int)
    /// An administrator has blocked the user.
    case blocked
    /// A bearer issuer's valid token, whose subject has no user.
    case userNotCreated
    /// The token is an anonymous player's who became this account.
    case merged(into: UserID)
}
