internal import Basics
internal import Crypto
package import EventLoops

/// Counts what each key does against one limit, with the generic cell rate algorithm (ITU-T I.371). It
/// stores one number for each key: the instant at which the key has its whole allowance again.
///
/// The table has a fixed size. A key has eight slots it may be in, and when all are taken the one nearest to
/// having its allowance back gives way. So a flood of new keys pushes out other newcomers, at most one of the
/// eight that are being limited, and nothing grows.
///
/// Processes share the use of keys: `RateLimiter+Sharing`.
package struct RateLimiter: Sendable {
    package enum Decision: Sendable, Equatable {
        case allowed
        /// Whole seconds, at least 1: `Retry-After`.
        case denied(retryAfterSeconds: Int)
    }

    private static let slotsPerSet = 8

    struct Entry {
        var hash: UInt64 = 0
        var fullAtNanoseconds: Int64 = .min
        /// Uses here that are not shared yet.
        var untoldNanoseconds: Int64 = 0
    }

    let limit: RateLimit
    var entries: [Entry]
    var sharing = Sharing()
    private let setMask: UInt64
    private var secret: [UInt8]

    /// - Parameter keysMax: rounded up to a power of two; 24 bytes each.
    package init(_ limit: RateLimit, keysMax: Int = 16_384) {
        self.limit = limit
        let setCount = RoundedUp.toPowerOfTwo(keysMax / Self.slotsPerSet)
        setMask = UInt64(setCount - 1)
        entries = Array(repeating: Entry(), count: setCount * Self.slotsPerSet)
        secret = Randomness.bytes(SipHash.keyBytes)
    }

    /// Takes `cost` off the key's allowance if there is as much. A cost above the limit's count is taken as
    /// the count: it needs the whole allowance.
    package mutating func allow(_ key: RateLimitKey, cost: Int = 1, at now: MonotonicInstant) -> Decision {
        let hash = key.hash(under: secret)
        let slot = slot(of: hash)
        let decision = decide(cost, at: slot, now)
        if decision == .allowed { take(nanoseconds(cost), from: hash, at: slot, now) }
        return decision
    }

    package mutating func pass(nanoseconds: Int64) {
        for index in entries.indices {
            let (full, overflow) = entries[index].fullAtNanoseconds.subtractingReportingOverflow(nanoseconds)
            entries[index].fullAtNanoseconds = overflow ? .min : full
        }
    }

    /// The result of `allow`, without taking anything.
    package func peek(_ key: RateLimitKey, cost: Int = 1, at now: MonotonicInstant) -> Decision {
        decide(cost, at: slot(of: key.hash(under: secret)), now)
    }

    /// Takes `cost` without asking, but never more than the whole allowance: a key waits one period at most.
    package mutating func record(_ key: RateLimitKey, cost: Int = 1, at now: MonotonicInstant) {
        let hash = key.hash(under: secret)
        let slot = slot(of: hash)
        let left = max(0, limit.capacityNanoseconds - spentNanoseconds(at: slot, now))
        take(min(nanoseconds(cost), left), from: hash, at: slot, now)
    }

    /// Gives back what `allow` took. With `allow` before an attempt and this after a success, only failures
    /// count. Concurrent attempts can't all pass before the first has failed.
    package mutating func refund(_ key: RateLimitKey, cost: Int = 1, at now: MonotonicInstant) {
        guard let slot = slot(of: key.hash(under: secret)) else { return }
        let refund = min(nanoseconds(cost), spentNanoseconds(at: slot, now))
        entries[slot].fullAtNanoseconds -= refund
        note(-refund, at: slot, spent: spentNanoseconds(at: slot, now))
    }

    /// Counts under another secret from now on: one that other processes have too. All start anew.
    mutating func adopt(_ secret: [UInt8]) {
        guard secret != self.secret else { return }
        self.secret = secret
        entries = entries.map { _ in Entry() }
        sharing = Sharing()
    }

    private func decide(_ cost: Int, at slot: Int?, _ now: MonotonicInstant) -> Decision {
        let excess = spentNanoseconds(at: slot, now) + nanoseconds(cost) - limit.capacityNanoseconds
        guard excess > 0 else { return .allowed }
        return .denied(retryAfterSeconds: Int((excess + 999_999_999) / 1_000_000_000))
    }

    private mutating func take(
        _ nanoseconds: Int64, from hash: UInt64, at slot: Int?, _ now: MonotonicInstant
    ) {
        let spent = spentNanoseconds(at: slot, now) + nanoseconds
        let target = slot ?? slotToTake(for: hash)
        if slot == nil { entries[target] = Entry(hash: hash) }
        entries[target].fullAtNanoseconds = now.nanoseconds + spent
        note(nanoseconds, at: target, spent: spent)
    }

    private func nanoseconds(_ cost: Int) -> Int64 {
        Int64(min(max(0, cost), limit.count)) * limit.intervalNanoseconds
    }

    /// The used part of the allowance, in nanoseconds of waiting.
    private func spentNanoseconds(at slot: Int?, _ now: MonotonicInstant) -> Int64 {
        guard let slot else { return 0 }
        return max(0, entries[slot].fullAtNanoseconds - now.nanoseconds)
    }

    private func slotToTake(for hash: UInt64) -> Int {
        slots(of: hash).min { entries[$0].fullAtNanoseconds < entries[$1].fullAtNanoseconds }!
    }

    func slot(of hash: UInt64) -> Int? {
        slots(of: hash).first { entries[$0].hash == hash && entries[$0].fullAtNanoseconds > .min }
    }

    private func slots(of hash: UInt64) -> Range<Int> {
        let first = Int(hash & setMask) * Self.slotsPerSet
        return first..<first + Self.slotsPerSet
    }
}
