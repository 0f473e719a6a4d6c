internal import Batching

/// Errors of making, inviting, claiming and counting.
package enum LinkError: ServiceError {
    case unavailable
    case internalError

    /// No app profile is configured.
    case linksOff
    case userNotFound
    /// The alias has other content, or another owner.
    case aliasInUse
    case clickNotFound
    case linkNotFound
    /// The link has changed since it was read.
    case linkChanged

    package static var balanceTooLarge: LinkError { .internalError }
}
