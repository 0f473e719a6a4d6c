import Crypto
import EventLoops
import FoundationEssentials
import TestSupport
import Testing

@testable import Batching
@testable import Limits

/// Processes that share a database share their limits, nearly.
@Suite struct LimitExchangeTests {
    private static let limit = RateLimit(600, perSeconds: 60)

    @Test func `two processes allow what one would, within a tenth`() async throws {
        try await ServiceRig.with { rig, loop in
            let processes = (0..<2).map { _ in Process(rig, on: loop) }
            let key = RateLimitKey(UUID())
            let start = MonotonicInstant.now
            var allowed = 0
            let isNear = try await eventually {
                try await loop.sleep(milliseconds: 5)
                for process in processes {
                    for _ in 0..<5 where process.allows(key) { allowed += 1 }
                }
                let seconds = Double(MonotonicInstant.now.milliseconds(since: start)) / 1_000
                // Alone each would allow as much.
                let allowance = 600 + 10 * seconds
                return allowed > 600 && seconds > 2
                    && (0.9 * allowance...1.1 * allowance).contains(Double(allowed))
            }
            #expect(isNear, "\(allowed)")
            for process in processes { await process.close() }
        }
    }

    @Test func `another process is no new allowance, and a later one neither`() async throws {
        try await ServiceRig.with { rig, loop in
            let key = RateLimitKey("203.0.113.7")
            let first = Process(rig, on: loop)
            #expect(first.allows(key, cost: 600))
            await first.close()
            #expect(try rig.database.psql("SELECT count(*) FROM limit_uses") == "1")
            let second = Process(rig, on: loop)
            // It asks once the key has used something here.
            let told = try await eventually {
                _ = second.allows(key, cost: 24)
                try await loop.sleep(milliseconds: 5)
                return !second.allows(key)
            }
            #expect(told)
            await second.close()
        }
    }

    @Test func `a database that is away leaves each with its own limits, and hears of it after`() async throws
    {
        try await ServiceRig.with { rig, loop in
            let key = RateLimitKey("someone")
            let process = Process(rig, on: loop)
            try rig.database.psql("ALTER TABLE limit_uses RENAME TO limit_uses_away")
            #expect(process.allows(key, cost: 600) && !process.allows(key, cost: 600))
            try await loop.sleep(milliseconds: 50)
            try rig.database.psql("ALTER TABLE limit_uses_away RENAME TO limit_uses")
            let spent = "SELECT count(*) FROM limit_uses WHERE full_at > now() + interval '30 s'"
            #expect(try await eventually { try rig.database.psql(spent) == "1" })
            await process.close()
        }
    }

    @Test func `a row from before the clock was set back starts anew`() async throws {
        try await ServiceRig.with { rig, loop in
            let key = RateLimitKey("someone")
            let process = Process(rig, on: loop)
            #expect(process.allows(key, cost: 60))
            let count = "SELECT count(*) FROM limit_uses"
            #expect(try await eventually { try rig.database.psql(count) == "1" })
            try rig.database.psql("UPDATE limit_uses SET full_at = now() + interval '1 day'")
            #expect(process.allows(key, cost: 60))
            let late = "SELECT count(*) FROM limit_uses WHERE full_at > now() + interval '1 min'"
            #expect(try await eventually { try rig.database.psql(late) == "0" })
            #expect(process.allows(key, cost: 60))
            await process.close()
        }
    }

    /// One process's limits, all of one rig's installation.
    private struct Process {
        private static let secret = RootSecret(bytes: [UInt8](repeating: 3, count: 32))!

        private let limits: RateLimits
        private let exchange: LimitExchange

        init(_ rig: ServiceRig, on loop: isolated EventLoop) {
            let limits = RateLimits(
                signInFailuresPerAccount: nil, signInFailuresPerAddress: nil, signUpsPerAddress: nil,
                eventsPerUser: LimitExchangeTests.limit)
            limits.share(under: Self.secret.subkey(for: .rateLimits))
            let exchange = LimitExchange(limits, pool: rig.pool, clock: rig.context.clock)
            Task.immediate(priority: EventLoop.taskPriority) { await exchange.run(on: loop) }
            (self.limits, self.exchange) = (limits, exchange)
        }

        func allows(_ key: RateLimitKey, cost: Int = 1) -> Bool {
            limits.eventsPerUser.allow(key, cost: cost, at: .now) == .allowed
        }

        func close() async { await exchange.close() }
    }
}
