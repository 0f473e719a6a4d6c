package import Values

/// What signing up, being referred and linking a credential can refuse or fail with.
package enum AccountError: ServiceError {
    case unavailable
    case internalError
    case tooManyRequests(retryAfterSeconds: Int)

    case userNotFound

    case unknownReferrer
    case selfReferral
    case referralAlreadySet
    case referralWindowClosed

    case invalidPassword(PasswordPolicy.Violation)
    case credentialAlreadyLinked
    case emailAlreadyInUse
    case externalIDAlreadyInUse(by: UserID)

    /// What was granted would take a balance out of 64 bits.
    case balanceTooLarge
}
