/// How often something may happen: `count` at once, then one more each `period / count`.
package struct RateLimit: Sendable, Equatable {
    package let count: Int
    package let periodSeconds: Int

    /// - Parameters:
    ///   - count: 1 to 1,000,000.
    ///   - periodSeconds: 1 second to 30 days.
    package init(_ count: Int, perSeconds periodSeconds: Int) {
        self.count = min(max(1, count), 1_000_000)
        self.periodSeconds = min(max(1, periodSeconds), 2_592_000)
    }

    /// The cost of one, in nanoseconds of waiting.
    var intervalNanoseconds: Int64 { Int64(periodSeconds) * 1_000_000_000 / Int64(count) }

    /// The cost of `count`.
    var capacityNanoseconds: Int64 { intervalNanoseconds * Int64(count) }
}
