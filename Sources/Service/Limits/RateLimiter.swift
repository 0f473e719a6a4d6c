package import EventLoops

/// Counts what each key does against one limit: the generic cell rate algorithm (ITU-T I.371), which keeps
/// one number for each key: the instant at which the key will have its whole allowance again.
///
/// The table has a fixed size. A key has eight places it may be in, and when all are taken the one nearest to
/// having its allowance back gives way. So a flood of new keys pushes out other newcomers, at most one of the
/// eight that are being limited, and nothing grows.
package struct RateLimiter: Sendable {
    package enum Decision: Sendable, Equatable {
        case allowed
        /// Whole seconds, at least 1: `Retry-After`.
        case denied(retryAfterSeconds: Int)
    }

    private static let placesPerSet = 8

    private struct Entry {
        var hash: UInt64 = 0
        var fullAtNanoseconds: Int64 = .min
    }

    private let limit: RateLimit
    private var entries: [Entry]
    private let setMask: UInt64

    /// - Parameter keysMax: rounded up to a power of two; 16 bytes each.
    package init(_ limit: RateLimit, keysMax: Int = 16_384) {
        self.limit = limit
        let setCount = RoundedUp.toPowerOfTwo(keysMax / Self.placesPerSet)
        setMask = UInt64(setCount - 1)
        entries = Array(repeating: Entry(), count: setCount * Self.placesPerSet)
    }

    /// Takes `cost` off the key's allowance if there is as much. A cost above the limit's count is taken as
    /// the count: it needs the whole allowance.
    package mutating func allow(_ key: RateLimitKey, cost: Int = 1, at now: MonotonicInstant) -> Decision {
        let decision = peek(key, cost: cost, at: now)
        if decision == .allowed { record(key, cost: cost, at: now) }
        return decision
    }

    /// What `allow` would say, taking nothing.
    package func peek(_ key: RateLimitKey, cost: Int = 1, at now: MonotonicInstant) -> Decision {
        let spent = spentNanoseconds(key, at: now) + nanoseconds(cost)
        let excess = spent - limit.capacityNanoseconds
        guard excess > 0 else { return .allowed }
        return .denied(retryAfterSeconds: Int((excess + 999_999_999) / 1_000_000_000))
    }

    /// Takes `cost` without asking, but never more than the whole allowance: a key waits one period at most.
    package mutating func record(_ key: RateLimitKey, cost: Int = 1, at now: MonotonicInstant) {
        let spent = spentNanoseconds(key, at: now) + nanoseconds(cost)
        store(key, spent: min(spent, limit.capacityNanoseconds), at: now)
    }

    /// Gives back what `allow` or `record` took: with `allow` before an attempt and this after a success,
    /// only failures count, and attempts made at the same time can't all slip through before the first has
    /// failed.
    package mutating func refund(_ key: RateLimitKey, cost: Int = 1, at now: MonotonicInstant) {
        guard let place = place(of: key) else { return }
        entries[place].fullAtNanoseconds -= min(nanoseconds(cost), spentNanoseconds(key, at: now))
    }

    private func nanoseconds(_ cost: Int) -> Int64 {
        Int64(min(max(0, cost), limit.count)) * limit.intervalNanoseconds
    }

    /// What of the allowance is not yet back, in nanoseconds of waiting.
    private func spentNanoseconds(_ key: RateLimitKey, at now: MonotonicInstant) -> Int64 {
        guard let place = place(of: key) else { return 0 }
        return max(0, entries[place].fullAtNanoseconds - now.nanoseconds)
    }

    private mutating func store(_ key: RateLimitKey, spent: Int64, at now: MonotonicInstant) {
        let target =
            place(of: key)
            ?? places(of: key).min { entries[$0].fullAtNanoseconds < entries[$1].fullAtNanoseconds }!
        entries[target] = Entry(hash: key.hash, fullAtNanoseconds: now.nanoseconds + spent)
    }

    private func place(of key: RateLimitKey) -> Int? {
        places(of: key).first { entries[$0].hash == key.hash && entries[$0].fullAtNanoseconds > .min }
    }

    private func places(of key: RateLimitKey) -> Range<Int> {
        let first = Int(key.hash & setMask) * Self.placesPerSet
        return first..<first + Self.placesPerSet
    }
}
