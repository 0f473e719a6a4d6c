internal import EventLoops

/// Limits the clicks stored as rows, over all loops of a process: strangers can cause them without end, and
/// they must not fill the ledger's disk. Clicks above the limit are still counted.
package final class ClickStorage: Sendable {
    package struct Limits: Sendable {
        /// How long a click is kept; statistics outlive it.
        package var retentionDays = 30
        /// For all of them, over all processes; the oldest days go first.
        package var megabytesMax = 4_096
        package var bytesPerSecond = 524_288

        package init() {}
    }

    private struct State {
        var hasRoom = true
        /// When the whole second's allowance will be there again.
        var fullAtNanoseconds: Int64 = .min
    }

    package let limits: Limits
    private let state = Locked(State())

    package init(_ limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Whether rows of so many bytes may be stored, which they are then taken to be.
    func admit(bytes: Int, at now: MonotonicInstant) -> Bool {
        let cost = Int64(bytes) * 1_000_000_000 / Int64(limits.bytesPerSecond)
        return state.withLock { state in
            let fullAt = max(state.fullAtNanoseconds, now.nanoseconds) + cost
            guard state.hasRoom, fullAt - now.nanoseconds <= 1_000_000_000 else { return false }
            state.fullAtNanoseconds = fullAt
            return true
        }
    }

    /// The bytes that a loop reserves at once, to reserve rarely.
    var portionBytes: Int { limits.bytesPerSecond / 64 }

    package var bytesMax: Int64 { Int64(limits.megabytesMax) << 20 }

    /// Stores on, or stops; true when that is news.
    package func note(hasRoom: Bool) -> Bool {
        state.withLock { state in
            defer { state.hasRoom = hasRoom }
            return state.hasRoom != hasRoom
        }
    }
}
