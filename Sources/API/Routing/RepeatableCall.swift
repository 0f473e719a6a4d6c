/// The calls that are safe to repeat by the caller's own id or key, or by the id in their path. A repeat gets
/// the first reply and changes nothing, also after a merge.
///
/// Endpoints name theirs (`RepeatableEndpoint`), and tests repeat each before, during and after a merge, and
/// after an erasure.
package enum RepeatableCall: String, CaseIterable, Sendable {
    case signUp
    case referrer
    case event
    case eventBatch
    case redemption
    case reservation
    case capture
    case cancellation
    case refund
    case adjustment
    case rewardRelease
    case rewardVoid
    case rewardReversal
    case reviews
    case claim
    case linkEvent
    case branchRedemption
    case branchCredit
    case branchReconciliation
    case branchEvent
    case branchCustomEvent
    case branchStandardEvent
    case branchInstall
    case branchOpen
}

/// An endpoint whose call is safe to repeat. Where users may call it, a merged player's own token is admitted
/// for what was done before; all else it is answered 410 `merged`.
package protocol RepeatableEndpoint: Endpoint {
    var repeatable: [RepeatableCall] { get }
}
