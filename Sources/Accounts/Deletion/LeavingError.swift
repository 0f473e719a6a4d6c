package import Values

/// What leaving can refuse or fail with.
package enum LeavingError: ProofError {
    case unavailable
    case internalError
    case tooManyRequests(retryAfterSeconds: Int)

    case userNotFound
    /// An anonymous player who became this account.
    case merged(into: UserID)
    /// Nothing was offered that proves who calls, or not what is needed now.
    case proofRequired
    /// What was offered proves nothing.
    case proofWrong

    package static var balanceTooLarge: LeavingError { .internalError }
}
