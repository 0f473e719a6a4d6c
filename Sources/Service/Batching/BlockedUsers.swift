internal import EventLoops
package import Values

/// Users of whom somebody else was seen to hold a row for longer than one waits, such as an operator in a
/// transaction: who needs them goes apart, so that nobody else waits for them again.
///
/// One is blocked until a transaction that needed the row has committed.
package final class BlockedUsers {
    private static let usersMax = 4_096
    /// One whom nobody asked for since is forgotten.
    private static let memoryMilliseconds = 60_000

    private var seenAt: [UserID: MonotonicInstant] = [:]

    package init() {}

    package var isEmpty: Bool { seenAt.isEmpty }

    package func contains(_ uid: UserID) -> Bool {
        guard let seen = seenAt[uid] else { return false }
        if MonotonicInstant.now.milliseconds(since: seen) < Self.memoryMilliseconds { return true }
        seenAt[uid] = nil
        return false
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
