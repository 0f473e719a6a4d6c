internal import EventLoops

/// Decides which requests are traced: a part of those without a caller's trace, and those that their caller
/// samples, up to a number per second. Anyone can send a `traceparent`.
package final class TraceSampling: Sendable {
    private let threshold: UInt64
    private let callersPerSecondMax: Int
    private let callers = Locked((since: MonotonicInstant(nanoseconds: 0), count: 0))

    /// - Parameters:
    ///   - ratio: from 0 to 1, of requests without a `traceparent`.
    ///   - callersPerSecondMax: requests of sampled callers, of all loops.
    package init(ratio: Double, callersPerSecondMax: Int) {
        threshold = UInt64(ratio * 0x1_0000_0000)
        self.callersPerSecondMax = callersPerSecondMax
    }

    /// - Parameter id: random enough that its lower half decides.
    func takes(_ id: UInt64, calledBy caller: TraceContext?) -> Bool {
        guard let caller else { return id & 0xFFFF_FFFF < threshold }
        return caller.isSampled && takesCaller(at: .now)
    }

    func takesCaller(at now: MonotonicInstant) -> Bool {
        callers.withLock { callers in
            if now.nanoseconds(since: callers.since) >= 1_000_000_000 { callers = (now, 0) }
            callers.count += 1
            return callers.count <= callersPerSecondMax
        }
    }
}
