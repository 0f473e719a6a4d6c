package import EventLoops

/// How many requests a webhook's receiver has at once, and how soon one follows another.
package struct SendingPace: Sendable {
    package static let atOnceMax = 8
    /// So many failures in a row make a receiver one that is probed.
    private static let failuresMax = 8
    private static let probeMilliseconds = 1_000

    /// At most so many at once: halved by time-outs and overload, one more after each success.
    package private(set) var limit = SendingPace.atOnceMax
    package private(set) var inFlight = 0
    private var failuresInARow = 0
    private var startedAt: MonotonicInstant?
    /// Nil for no limit.
    private let gapMilliseconds: Double?
    private var credit = 0.0

    package init(ratePerSecond: Int32? = nil) {
        gapMilliseconds = ratePerSecond.map { 1_000 / Double($0) }
    }

    /// Milliseconds until another request may start; nil while as many are under way as may be.
    package func pause(at now: MonotonicInstant) -> Int? {
        guard inFlight < limit else { return nil }
        guard let startedAt else { return 0 }
        let passed = now.milliseconds(since: startedAt)
        if failuresInARow >= Self.failuresMax { return max(0, Self.probeMilliseconds - passed) }
        guard let gapMilliseconds else { return 0 }
        return max(0, Int((gapMilliseconds - credit).rounded(.up)) - passed)
    }

    package mutating func start(at now: MonotonicInstant) {
        if let gapMilliseconds {
            // Makes up for late timers, up to a tenth of a second.
            let passed = startedAt.map { Double(now.milliseconds(since: $0)) } ?? gapMilliseconds
            credit = min(max(0, credit + passed - gapMilliseconds), 100)
        }
        startedAt = now
        inFlight += 1
    }

    package mutating func end(_ result: DeliveryResult) {
        inFlight -= 1
        if result.isDelivered {
            failuresInARow = 0
            limit = min(limit + 1, Self.atOnceMax)
        } else {
            failuresInARow += 1
            if result.isOverload { limit = max(1, limit / 2) }
        }
    }
}
