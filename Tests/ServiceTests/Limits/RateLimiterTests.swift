import EventLoops
import FoundationEssentials
import Limits
import TestSupport
import Testing

@Suite struct RateLimiterTests {
    private let key = RateLimitKey("someone")

    private func at(_ seconds: Double) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: 1_000_000_000_000 + Int64(seconds * 1_000_000_000))
    }

    private func key(_ number: Int) -> RateLimitKey { RateLimitKey("key \(number)") }

    /// Second, cost, what is said; the limit is 5 for 10 seconds: one more every 2.
    static let rows: [(Double, Int, RateLimiter.Decision)] = [
        (0, 1, .allowed), (0, 1, .allowed), (0, 1, .allowed), (0, 1, .allowed), (0, 1, .allowed),
        (0, 1, .denied(retryAfterSeconds: 2)), (0.5, 1, .denied(retryAfterSeconds: 2)),
        (1.5, 1, .denied(retryAfterSeconds: 1)), (1.999, 1, .denied(retryAfterSeconds: 1)), (2, 1, .allowed),
        (2, 1, .denied(retryAfterSeconds: 2)), (5, 2, .denied(retryAfterSeconds: 1)), (6, 2, .allowed),
        (6, 0, .allowed), (6, 5, .denied(retryAfterSeconds: 10)), (16, 5, .allowed),
        (16, 1, .denied(retryAfterSeconds: 2)),
        (1000, 3, .allowed), (1000, 3, .denied(retryAfterSeconds: 2)), (1000, 2, .allowed),
        (1000, 1, .denied(retryAfterSeconds: 2)),
    ]

    @Test func `allows a burst, then one each interval, and says when to come again`() {
        var limiter = RateLimiter(RateLimit(5, perSeconds: 10))
        for (index, (second, cost, expected)) in Self.rows.enumerated() {
            #expect(limiter.allow(key, cost: cost, at: at(second)) == expected, "row \(index)")
        }
    }

    @Test func `keeps its word: after the wait it named, it allows`() {
        var generator = SeededGenerator("rate limits")
        var limiter = RateLimiter(RateLimit(7, perSeconds: 60))
        var second = 0.0
        for _ in 0..<500 {
            second += Double.random(in: 0..<20, using: &generator)
            let cost = Int.random(in: 1...9, using: &generator)
            if case .denied(let wait) = limiter.allow(key, cost: cost, at: at(second)) {
                second += Double(wait)
                #expect(limiter.allow(key, cost: cost, at: at(second)) == .allowed, "seed \(generator.seed)")
            }
        }
    }

    @Test func `never allows more than the burst and the rate over any time`() {
        var limiter = RateLimiter(RateLimit(10, perSeconds: 1))
        let allowed = (0..<10_000).count { limiter.allow(key, at: at(Double($0) / 1000)) == .allowed }
        #expect(allowed == 10 + 99)
    }

    @Test func `lets a cost above the whole allowance pass when the allowance is whole`() {
        var limiter = RateLimiter(RateLimit(10, perSeconds: 10))
        #expect(limiter.allow(key, cost: 1000, at: at(0)) == .allowed)
        #expect(limiter.allow(key, cost: 1000, at: at(0)) == .denied(retryAfterSeconds: 10))
        #expect(limiter.allow(key, cost: .max, at: at(10)) == .allowed)
    }

    @Test func `limits each key by itself`() {
        var limiter = RateLimiter(RateLimit(1, perSeconds: 60))
        #expect(limiter.allow(key(1), at: at(0)) == .allowed)
        #expect(limiter.allow(key(2), at: at(0)) == .allowed)
        #expect(limiter.allow(key(1), at: at(0)) == .denied(retryAfterSeconds: 60))
    }

    @Test func `counts only what is recorded, and asking costs nothing`() {
        var limiter = RateLimiter(RateLimit(3, perSeconds: 30))
        for _ in 0..<100 { #expect(limiter.peek(key, at: at(0)) == .allowed) }
        for _ in 0..<3 { limiter.record(key, at: at(0)) }
        #expect(limiter.peek(key, at: at(0)) == .denied(retryAfterSeconds: 10))
        for _ in 0..<50 { limiter.record(key, at: at(0)) }
        #expect(
            limiter.peek(key, at: at(0)) == .denied(retryAfterSeconds: 10),
            "a key waits no longer for insisting")
    }

    @Test func `gives back what a success took`() {
        var limiter = RateLimiter(RateLimit(2, perSeconds: 20))
        for _ in 0..<50 {
            #expect(limiter.allow(key, at: at(0)) == .allowed)
            limiter.refund(key, at: at(0))
        }
        limiter.refund(key, cost: 100, at: at(0))
        limiter.refund(key(9), at: at(0))
        #expect(limiter.allow(key, cost: 2, at: at(0)) == .allowed)
        #expect(
            limiter.allow(key, at: at(0)) == .denied(retryAfterSeconds: 10), "no credit beyond the allowance")
    }

    @Test func `holds most of those it limits through a flood of new keys`() {
        var limiter = RateLimiter(RateLimit(10, perSeconds: 3600), keysMax: 1024)
        let limited = (0..<100).map(key)
        for key in limited { limiter.record(key, cost: 10, at: at(0)) }
        for number in 1000..<101_000 {
            _ = limiter.allow(key(number), at: at(Double(number) / 1000))
        }
        let stillLimited = limited.count { limiter.peek($0, at: at(110)) != .allowed }
        #expect(stillLimited >= 95)
    }

    @Test func `admits newcomers while it is full of others`() {
        var limiter = RateLimiter(RateLimit(2, perSeconds: 3600), keysMax: 16)
        for number in 0..<1000 { limiter.record(key(number), cost: 2, at: at(0)) }
        #expect(limiter.allow(key(5000), cost: 2, at: at(1)) == .allowed)
        #expect(limiter.allow(key(5000), at: at(1)) != .allowed)
    }

    @Test(arguments: [(0, 0), (-5, -5), (Int.max, Int.max)])
    func `bounds a limit that makes no sense`(count: Int, seconds: Int) {
        var limiter = RateLimiter(RateLimit(count, perSeconds: seconds))
        #expect(limiter.allow(key, at: at(0)) == .allowed)
    }
}

@Suite struct RateLimitKeyTests {
    static let rows: [(String, String, Bool)] = [
        ("10.0.0.1", "10.0.0.1", true), ("10.0.0.1", "10.0.0.2", false),
        ("10.0.0.1", "::ffff:10.0.0.1", true),
        ("::ffff:10.0.0.1", "::ffff:10.0.0.2", false), ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", true),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", false), ("local", "local", true), ("local", "10.0.0.1", false),
        ("::1", "2001:db8::1", false),
    ]

    @Test(arguments: rows) func `takes an IPv6 network as one caller`(
        left: String, right: String, isSame: Bool
    ) {
        #expect((RateLimitKey(PeerAddress(left)) == RateLimitKey(PeerAddress(right))) == isSame)
    }

    @Test func `tells users and texts apart`() {
        let uid = UUID()
        #expect(RateLimitKey(uid) == RateLimitKey(uid))
        #expect(RateLimitKey(uid) != RateLimitKey(UUID()))
        #expect(RateLimitKey("a@b.c") == RateLimitKey("a@b.c"))
        #expect(RateLimitKey("a@b.c") != RateLimitKey("a@b.d"))
    }
}

@Suite struct SharedRateLimiterTests {
    private let key = RateLimitKey("someone")

    @Test func `adds up what all threads do`() async {
        let limiter = SharedRateLimiter(RateLimit(100, perSeconds: 3600))
        let now = MonotonicInstant(nanoseconds: 5)
        let key = key
        let allowed = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask { (0..<50).count { _ in limiter.allow(key, at: now) == .allowed } }
            }
            return await group.reduce(0, +)
        }
        #expect(allowed == 100)
        limiter.refund(key, at: now)
        #expect(limiter.allow(key, at: now) == .allowed)
        #expect(limiter.allow(key, at: now) != .allowed)
    }

    @Test func `allows everything when there is no limit`() {
        let limiter = SharedRateLimiter(nil)
        let now = MonotonicInstant(nanoseconds: 5)
        #expect((0..<1000).allSatisfy { _ in limiter.allow(key, cost: 1000, at: now) == .allowed })
    }
}
