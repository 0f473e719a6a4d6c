internal import Batching
package import Values

/// Errors of changing a user's moderation status.
package enum ModerationError: UserError {
    case unavailable
    case internalError

    case userNotFound
    /// It isn't any more as the caller saw it.
    case changedMeanwhile
    /// An anonymous player who became this account.
    case merged(into: UserID)

    package static var balanceTooLarge: ModerationError { .internalError }
}
