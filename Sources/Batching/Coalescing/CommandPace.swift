package import EventLoops

/// The pace of one coalescer's commands while others wait, and so the wait of the next one. A caller that
/// can't be served in time is refused at once.
package struct CommandPace {
    /// Averaged over the last batches; 0 until there was one.
    private var nanosecondsEach: Int64 = 0
    private var lastEnd: MonotonicInstant?

    package init() {}

    /// A batch has ended.
    ///
    /// - Parameter moreWait: otherwise part of the time up to the next end is idle.
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
