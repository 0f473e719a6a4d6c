/// When a delivery that failed is sent again.
enum RetrySchedule {
    /// After the first attempt, the second, …
    static let pauses: [Int64] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
    /// The longest pause that a receiver can ask for by `Retry-After`.
    static let askedSecondsMax: Int64 = 3_600
    /// Where later changes of a subject wait: with the next attempt they would wait for more than three days.
    static let orderedAttemptsMax: Int32 = 9

    /// Milliseconds until the next attempt; nil where the delivery is given up.
    ///
    /// - Parameters:
    ///   - attempts: that were made.
    ///   - jitter: 0 to 1, so that deliveries that failed together don't come together again.
    static func milliseconds(
        afterAttempts attempts: Int32, askedSeconds: Int64?, jitter: Double
    ) -> Int64? {
        guard attempts >= 1, attempts <= pauses.count else { return nil }
        let pause = pauses[Int(attempts) - 1] * 1_000
        let asked = min(askedSeconds ?? 0, askedSecondsMax) * 1_000
        return max(pause + Int64(Double(pause) * 0.1 * jitter), asked)
    }
}
