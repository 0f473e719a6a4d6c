package import Values

/// Why nobody knows who is calling.
package enum AuthenticationError: Error, Equatable {
    /// Revocations can't be heard of, so no token can be trusted just now.
    case unavailable
    /// A token or a key that is bad, expired or revoked.
    case unauthenticated
    /// Too many invented keys came from the address.
    case tooManyRequests(retryAfterSeconds: Int)
    /// An administrator has blocked the user.
    case blocked
    /// The token is a bearer issuer's and good, and nobody is known by its subject.
    case userNotCreated
    /// The token is an anonymous player's who became this account.
    case merged(into: UserID)
}
