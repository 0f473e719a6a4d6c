package import Values

/// What leaving can refuse or fail with.
package enum LeavingError: UserError {
    case unavailable
    case internalError
    case tooManyRequests(retryAfterSeconds: Int)

    case userNotFound
    /// An anonymous player who became this account.
    case merged(into: UserID)
    /// The account has a password, and none was sent.
    case passwordNeeded
    /// The user signs in with an identity alone, and sent no token of it.
    case tokenNeeded
    /// The password, or the token, proves nothing.
    case wrongPassword

    package static var balanceTooLarge: LeavingError { .internalError }
}
