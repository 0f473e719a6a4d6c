package import EventLoops

/// How fast one coalescer's commands get done while others wait, and so how long the next one would: whoever
/// can't be served in time is better told at once.
package struct CommandPace {
    /// Averaged over the last batches; 0 until there was one.
    private var nanosecondsEach: Int64 = 0
    private var lastEnd: MonotonicInstant?

    package init() {}

    /// A batch has ended.
    ///
    /// - Parameter moreWait: else the time up to the next end is in part nobody's.
    package mutating func batchEnded(of commands: Int, moreWait: Bool, at now: MonotonicInstant = .now) {
        if let lastEnd {
            let sample = now.nanoseconds(since: lastEnd) / Int64(max(1, commands))
            nanosecondsEach = nanosecondsEach == 0 ? sample : (nanosecondsEach * 7 + sample) / 8
        }
        lastEnd = moreWait ? now : nil
    }

    package func milliseconds(for commands: Int) -> Int {
        Int(nanosecondsEach * Int64(commands) / 1_000_000)
    }
}
