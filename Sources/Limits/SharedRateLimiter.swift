internal import Crypto
package import EventLoops

/// A rate limiter for all loops: a key's uses on each of them add up. `LimitExchange` shares them with
/// other processes.
package final class SharedRateLimiter: Sendable {
    /// Names what is limited, for good: other processes and later versions know it by that.
    private let name: String
    /// Nil when nothing is limited.
    private let limiter: Locked<RateLimiter>?
    /// Rung when there is something that other processes should know.
    private let signal: AsyncSignal

    /// - Parameter limit: nil allows everything: benchmarks and tests.
    package init(
        _ limit: RateLimit?, name: String = "", keysMax: Int = 16_384, signal: AsyncSignal = AsyncSignal()
    ) {
        self.name = name
        self.signal = signal
        limiter = limit.map { Locked(RateLimiter($0, keysMax: keysMax)) }
    }

    /// False if everything is allowed.
    package var isLimiting: Bool { limiter != nil }

    /// As `RateLimiter.allow`.
    package func allow(
        _ key: RateLimitKey, cost: Int = 1, at now: MonotonicInstant
    ) -> RateLimiter.Decision {
        counting { $0.allow(key, cost: cost, at: now) } ?? .allowed
    }

    /// As `RateLimiter.refund`.
    package func refund(_ key: RateLimitKey, cost: Int = 1, at now: MonotonicInstant) {
        counting { $0.refund(key, cost: cost, at: now) }
    }

    /// The waiter at the bell learns of the first key to share, and of the first urgent one.
    @discardableResult
    private func counting<Value: Sendable>(_ body: (inout RateLimiter) -> Value) -> Value? {
        guard let limiter else { return nil }
        let (value, isNews) = limiter.withLock { limiter in
            let before = (limiter.hasUntold, limiter.sharing.isUrgent)
            let value = body(&limiter)
            return (value, (limiter.hasUntold, limiter.sharing.isUrgent) != before)
        }
        if isNews { signal.send() }
        return value
    }

    /// Counts under a secret of the installation's, so that other processes know the same keys.
    func share(under key: Subkey) {
        let secret = BLAKE2b.hash(Array(name.utf8), key: key.bytes, byteCount: SipHash.keyBytes)
        limiter?.withLock { $0.adopt(secret) }
    }

    func pass(nanoseconds: Int64) {
        limiter?.withLock { $0.pass(nanoseconds: nanoseconds) }
    }

    var isUrgent: Bool {
        limiter?.withLock { $0.sharing.isUrgent } ?? false
    }

    func takeUntold(keysMax: Int) -> [RateLimiter.Use] {
        limiter?.withLock { $0.takeUntold(keysMax: keysMax) } ?? []
    }

    func takeBack(_ uses: [RateLimiter.Use]) {
        limiter?.withLock { limiter in
            for use in uses { limiter.takeBack(use) }
        }
    }

    func learn(_ uses: [(hash: UInt64, spentNanoseconds: Int64)], at now: MonotonicInstant) {
        limiter?.withLock { limiter in
            for use in uses { limiter.learn(use.hash, spentNanoseconds: use.spentNanoseconds, at: now) }
        }
    }
}
