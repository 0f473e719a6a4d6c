import EventLoops
import FoundationEssentials
import TestSupport
import Testing

@testable import Limits

/// What one process counts, and the others must know.
@Suite struct LimitSharingTests {
    private let key = RateLimitKey("someone")

    private func at(_ seconds: Double) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: 1_000_000_000_000 + Int64(seconds * 1_000_000_000))
    }

    /// A hundred in a hundred seconds: one a second.
    private func hundred(used: Int) -> RateLimiter {
        var limiter = RateLimiter(RateLimit(100, perSeconds: 100))
        for _ in 0..<used { _ = limiter.allow(key, at: at(0)) }
        return limiter
    }

    private func seconds(_ uses: [RateLimiter.Use]) -> [Double] {
        uses.map { Double($0.nanoseconds) / 1_000_000_000 }
    }

    @Test func `who has used little is not told of`() {
        var limiter = hundred(used: 3)
        #expect(!limiter.hasUntold)
        #expect(limiter.takeUntold(keysMax: 10).isEmpty)
        _ = limiter.allow(key, at: at(0))
        #expect(limiter.hasUntold && limiter.sharing.isUrgent)
        #expect(seconds(limiter.takeUntold(keysMax: 10)) == [4])
    }

    @Test func `what was told is not told again`() {
        var limiter = hundred(used: 10)
        #expect(seconds(limiter.takeUntold(keysMax: 10)) == [10])
        #expect(limiter.takeUntold(keysMax: 10).isEmpty && !limiter.hasUntold)
        _ = limiter.allow(key, at: at(0))
        #expect(limiter.hasUntold && !limiter.sharing.isUrgent, "one is no reason to hurry")
        #expect(seconds(limiter.takeUntold(keysMax: 10)) == [1])
    }

    @Test func `what has come back by itself is not told`() {
        var limiter = hundred(used: 3)
        _ = limiter.allow(key, cost: 10, at: at(50))
        #expect(seconds(limiter.takeUntold(keysMax: 10)) == [10])
    }

    @Test func `what was used elsewhere is used here`() {
        var limiter = hundred(used: 10)
        let hash = limiter.takeUntold(keysMax: 1)[0].hash
        _ = limiter.allow(key, cost: 5, at: at(0))
        limiter.learn(hash, spentNanoseconds: 90_000_000_000, at: at(0))
        #expect(limiter.peek(key, cost: 5, at: at(0)) == .allowed)
        #expect(limiter.peek(key, cost: 6, at: at(0)) == .denied(retryAfterSeconds: 1))
        limiter.learn(hash, spentNanoseconds: 20_000_000_000, at: at(0))
        #expect(limiter.peek(key, cost: 75, at: at(0)) == .allowed, "and what was given back there")
    }

    @Test func `what processes allowed beyond the allowance is waited off, but one allowance at most`() {
        var limiter = hundred(used: 10)
        let hash = limiter.takeUntold(keysMax: 1)[0].hash
        limiter.learn(hash, spentNanoseconds: 130_000_000_000, at: at(0))
        #expect(limiter.peek(key, at: at(0)) == .denied(retryAfterSeconds: 31))
        limiter.learn(hash, spentNanoseconds: .max, at: at(0))
        #expect(limiter.peek(key, at: at(0)) == .denied(retryAfterSeconds: 101))
        #expect(limiter.allow(key, at: at(101)) == .allowed)
    }

    @Test func `what nobody heard is told again`() {
        var limiter = hundred(used: 10)
        let uses = limiter.takeUntold(keysMax: 10)
        _ = limiter.allow(key, at: at(0))
        for use in uses { limiter.takeBack(use) }
        #expect(seconds(limiter.takeUntold(keysMax: 10)) == [11])
    }

    @Test func `a refund is told where its use was`() {
        var limiter = hundred(used: 10)
        limiter.refund(key, at: at(0))
        #expect(seconds(limiter.takeUntold(keysMax: 10)) == [9])
        limiter.refund(key, cost: 2, at: at(0))
        #expect(seconds(limiter.takeUntold(keysMax: 10)) == [-2])
        var unused = hundred(used: 2)
        unused.refund(key, cost: 2, at: at(0))
        #expect(!unused.hasUntold)
    }

    @Test func `so many keys at a time, and the rest with the next`() {
        var limiter = RateLimiter(RateLimit(1, perSeconds: 100))
        for number in 0..<25 { _ = limiter.allow(RateLimitKey("key \(number)"), at: at(0)) }
        let told = (0..<4).map { _ in limiter.takeUntold(keysMax: 10).count }
        #expect(told == [10, 10, 5, 0])
    }

    @Test func `no limit is forgotten`() {
        let limits = RateLimits(
            signInFailuresPerAccount: nil, signInFailuresPerAddress: nil, signUpsPerAddress: nil,
            eventsPerUser: nil)
        let limiters = Mirror(reflecting: limits).children.compactMap { $0.value as? SharedRateLimiter }
        #expect(limiters.count > 5)
        #expect(limiters.allSatisfy { limiter in limits.all.contains { $0 === limiter } })
    }
}
