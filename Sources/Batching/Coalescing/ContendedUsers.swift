internal import EventLoops
package import Values

/// Users with a row that another transaction has held for longer than the wait, such as an operator's.
/// Their commands are isolated, so that others don't wait for them again.
///
/// A user is contended until a transaction that needed the row has committed.
public final class ContendedUsers {
    private static let usersMax = 4_096
    private static let pauseMilliseconds = 1_000

    /// A user without requests since is forgotten.
    private let memoryMilliseconds: Int
    private var seenAt: [UserID: MonotonicInstant] = [:]
    private var lookedAt = MonotonicInstant.now

    public init(memoryMilliseconds: Int = 60_000) {
        self.memoryMilliseconds = memoryMilliseconds
    }

    /// Forgets old ones periodically: batches are built with less work while there are none.
    public var isEmpty: Bool {
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
