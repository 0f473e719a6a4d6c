internal import EventLoops

/// What queues know of commands that wait together.
///
/// It has no type parameters, and neither have queues: generic code that modules share looks types up at each
/// use, 38,000 instructions a batch.
protocol CommandGroup: AnyObject {
    var count: Int { get }
    var shard: Int { get }
    var deadline: MonotonicInstant { get }
    var isAnswered: Bool { get }

    /// Ends the wait: commands without an outcome have failed, since nobody was available for them.
    func fail()
}
