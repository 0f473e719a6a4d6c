package import EventLoops

/// A rate limiter that all loops count in: what one key does on each of them adds up.
package final class SharedRateLimiter: Sendable {
    /// Nil when nothing is limited.
    private let limiter: Locked<RateLimiter>?

    /// - Parameter limit: nil allows everything: benchmarks and tests.
    package init(_ limit: RateLimit?, keysMax: Int = 16_384) {
        limiter = limit.map { Locked(RateLimiter($0, keysMax: keysMax)) }
    }

    /// False where everything is allowed, and nobody need ask.
    package var isLimiting: Bool { limiter != nil }

    /// As `RateLimiter.allow`.
    package func allow(
        _ key: RateLimitKey, cost: Int = 1, at now: MonotonicInstant
    ) -> RateLimiter.Decision {
        limiter?.withLock { $0.allow(key, cost: cost, at: now) } ?? .allowed
    }

    /// As `RateLimiter.refund`.
    package func refund(_ key: RateLimitKey, cost: Int = 1, at now: MonotonicInstant) {
        limiter?.withLock { $0.refund(key, cost: cost, at: now) }
    }
}
