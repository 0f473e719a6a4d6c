public import EventLoops
public import Tracing

/// The queues' data about commands that wait together.
///
/// It has no type parameters, and neither have queues: generic code shared between modules looks types up at
/// each use, which cost 38,000 instructions a batch.
@usableFromInline protocol CommandGroup: AnyObject {
    var count: Int { get }
    var shard: Int { get }
    var deadline: MonotonicInstant { get }
    var isAnswered: Bool { get }
    /// The recorded span that submitted it; nil for most.
    var submitter: TraceContext? { get set }
    /// The `traceparent` of the request that submitted it; nil for most.
    var origin: String? { get set }

    /// Ends the wait: commands that have no result yet fail as unavailable.
    func fail()
}
