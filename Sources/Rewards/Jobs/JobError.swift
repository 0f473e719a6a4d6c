internal import Batching
package import FoundationEssentials

/// Errors of starting trials and backfills.
package enum JobError: ServiceError {
    case unavailable
    case internalError

    case notFound
    /// There is one at a time.
    case underWay(UUID)
    /// The rule can't be filled in.
    case rule(RuleError)

    package static var balanceTooLarge: JobError { .internalError }
}
