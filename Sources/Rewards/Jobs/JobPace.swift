internal import EventLoops

/// Leaves time to other work of all processes. It waits as long as a page took for each busy session beside
/// it, and not at all without any.
struct JobPace {
    /// A job beside traffic has at least a fifth of the time.
    private static let othersMax: Int64 = 4
    /// Well within the lease.
    private static let restMillisecondsMax: Int64 = 1_000

    private let began = MonotonicInstant.now

    /// - Parameter others: what `CountSessionsAtWork` found when the page began.
    func rest(beside others: [Int64], on loop: isolated EventLoop) async {
        let took = MonotonicInstant.now.nanoseconds(since: began)
        let rest = Self.restMilliseconds(after: took, beside: others.first ?? 0)
        if rest > 0 { try? await loop.sleep(milliseconds: rest) }
    }

    static func restMilliseconds(after nanoseconds: Int64, beside others: Int64) -> Int {
        let shares = min(max(others, 0), othersMax)
        guard shares > 0 else { return 0 }
        let milliseconds = min(nanoseconds / 1_000_000, restMillisecondsMax)
        return Int(min(shares * milliseconds + 1, restMillisecondsMax))
    }
}
