/// What leaving can refuse or fail with.
package enum LeavingError: ServiceError {
    case unavailable
    case internalError
    case tooManyRequests(retryAfterSeconds: Int)

    case userNotFound
    /// The account has a password, and none was sent.
    case passwordNeeded
    case wrongPassword

    package static var balanceTooLarge: LeavingError { .internalError }
}
