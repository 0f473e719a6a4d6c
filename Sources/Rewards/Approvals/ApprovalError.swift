internal import Batching
package import Referrals

/// Errors of proposing a change and deciding on it.
package enum ApprovalError: ServiceError {
    case unavailable
    case internalError

    case notFound
    /// The id was used for another change.
    case idReused
    case tooManyWaiting(limit: Int)
    /// It was approved, refused or withdrawn before.
    case alreadyDecided(PendingChange.State)
    /// The one who made it can't approve it.
    case ownChange
    /// Only the one who made it can withdraw it.
    case othersChange
    case rule(RuleError)
    case job(JobError)
    case posting(PostingError)

    package static var balanceTooLarge: ApprovalError { .posting(.balanceTooLarge) }
}
