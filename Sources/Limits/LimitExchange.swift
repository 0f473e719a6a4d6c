package import Batching
package import EventLoops
package import Postgres
internal import Store
internal import Values

/// Tells other processes through the database what callers have used of their limits here, and learns what
/// they have used there. No request waits for it; while the database is away each process limits by itself.
///
/// It sleeps until there is something to share. Urgent uses leave at once, others after a second; uses in
/// the meantime go with the next.
package final class LimitExchange {
    private static let keysMax = 1_000
    /// How long what isn't urgent may wait, and how often it is looked whether it has become so.
    private static let patienceMilliseconds = 1_000
    private static let lookMilliseconds = 20
    /// Between one exchange and the next: so that many small ones become one.
    private static let gapMilliseconds = 10
    private static let retryMilliseconds = 1_000

    private let limits: RateLimits
    private let pool: PostgresPool
    private let clock: DatabaseClock
    private var isClosed = false

    package init(_ limits: RateLimits, pool: PostgresPool, clock: DatabaseClock) {
        self.limits = limits
        self.pool = pool
        self.clock = clock
    }

    package func run(on loop: isolated EventLoop) async {
        while !isClosed {
            await limits.signal.wait()
            await gather(on: loop)
            if isClosed { return }
            let isDone = await exchange()
            let pause = isDone ? Self.gapMilliseconds : Self.retryMilliseconds
            guard (try? await loop.sleep(milliseconds: pause)) != nil else { return }
        }
    }

    /// Ends `run`, and tells what is left.
    package func close() async {
        isClosed = true
        limits.signal.send()
        _ = await exchange()
    }

    private func gather(on loop: isolated EventLoop) async {
        for _ in 0..<Self.patienceMilliseconds / Self.lookMilliseconds {
            if isClosed || limits.all.contains(where: \.isUrgent) { return }
            guard (try? await loop.sleep(milliseconds: Self.lookMilliseconds)) != nil else { return }
        }
    }

    private typealias Told = (limiter: SharedRateLimiter, uses: [RateLimiter.Use])

    /// Whether it is shared; otherwise it is kept for later.
    private func exchange() async -> Bool {
        var left = Self.keysMax
        let told = limits.all.map { limiter -> Told in
            let uses = limiter.takeUntold(keysMax: left)
            left -= uses.count
            return (limiter, uses)
        }
        // More than fits leaves with the next.
        if left == 0 { limits.signal.send() }
        let uses = told.flatMap(\.uses)
        guard !uses.isEmpty else { return true }
        let (instant, now) = (MonotonicInstant.now, clock.now)
        guard let counted = try? await pool.run(CountUses(uses.map(KeyUse.init), at: now)) else {
            for (limiter, uses) in told { limiter.takeBack(uses) }
            limits.signal.send()
            return false
        }
        learn(counted, by: told, at: instant, now)
        return true
    }

    private func learn(
        _ counted: [CountUses.Row], by told: [Told], at instant: MonotonicInstant, _ now: Timestamp
    ) {
        let spent = Dictionary(
            counted.map { row in
                let left = row.fullAt.microsecondsSince1970 - now.microsecondsSince1970
                return (UInt64(bitPattern: row.key), left * 1_000)
            }, uniquingKeysWith: max)
        for (limiter, uses) in told where !uses.isEmpty {
            let known = uses.compactMap { use in
                spent[use.hash].map { (hash: use.hash, spentNanoseconds: $0) }
            }
            limiter.learn(known, at: instant)
        }
    }
}

extension KeyUse {
    fileprivate init(_ use: RateLimiter.Use) {
        self.init(
            key: Int64(bitPattern: use.hash), microseconds: use.nanoseconds / 1_000,
            microsecondsMax: RateLimiter.debtMax * use.capacityNanoseconds / 1_000)
    }
}
