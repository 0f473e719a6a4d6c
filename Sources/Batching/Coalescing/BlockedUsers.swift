internal import EventLoops
package import Values

/// Users of whom somebody else was seen to hold a row for longer than one waits, such as an operator in a
/// transaction: who needs them goes apart, so that nobody else waits for them again.
///
/// One is blocked until a transaction that needed the row has committed.
package final class BlockedUsers {
    private static let usersMax = 4_096
    private static let pauseMilliseconds = 1_000

    /// One whom nobody asked for since is forgotten.
    private let memoryMilliseconds: Int
    private var seenAt: [UserID: MonotonicInstant] = [:]
    private var lookedAt = MonotonicInstant.now

    package init(memoryMilliseconds: Int = 60_000) {
        self.memoryMilliseconds = memoryMilliseconds
    }

    /// Forgets who is old, now and then: batches are put together with less work while there is none.
    package var isEmpty: Bool {
        if seenAt.isEmpty { return true }
        let now = MonotonicInstant.now
        if now.milliseconds(since: lookedAt) >= min(Self.pauseMilliseconds, memoryMilliseconds) {
            lookedAt = now
            seenAt = seenAt.filter { now.milliseconds(since: $0.value) < memoryMilliseconds }
        }
        return seenAt.isEmpty
    }

    package func contains(_ uid: UserID) -> Bool {
        seenAt[uid] != nil
    }

    package func add(_ uid: UserID) {
        if seenAt.count >= Self.usersMax, let oldest = seenAt.min(by: { $0.value < $1.value }) {
            seenAt[oldest.key] = nil
        }
        seenAt[uid] = .now
    }

    package func remove(_ uid: UserID) {
        seenAt[uid] = nil
    }
}
