package import Values

/// Errors of deleting an account.
package enum AccountDeletionError: ProofError {
    case unavailable
    case internalError
    case tooManyRequests(retryAfterSeconds: Int)

    case userNotFound
    /// An anonymous player who became this account.
    case merged(into: UserID)
    /// Nothing was offered that proves who calls, or not what is needed now.
    case proofRequired
    /// The offered proof is invalid.
    case proofWrong
    /// The proof of an install has a time that is not now.
    case installProofTime(InstallTime)

    package static var balanceTooLarge: AccountDeletionError { .internalError }
}
