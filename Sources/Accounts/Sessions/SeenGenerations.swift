internal import EventLoops
internal import FoundationEssentials
internal import Store

/// The generations of sessions whose access tokens any loop of this process has accepted lately.
///
/// It answers until a generation is in the database. Its memory is fixed: past it the older half goes, and
/// those generations may be written once more.
package final class SeenGenerations: Sendable {
    private struct State {
        var current: [UUID: Int32] = [:]
        var previous: [UUID: Int32] = [:]

        func latest(of sid: UUID) -> Int32 { max(current[sid] ?? 0, previous[sid] ?? 0) }
    }

    private let sessionsMax: Int
    private let state = Locked(State())

    /// - Parameter sessionsMax: about 40 bytes each.
    package init(sessionsMax: Int = 100_000) {
        self.sessionsMax = sessionsMax
    }

    /// - Returns: whether it is new to this process.
    func note(_ generation: SessionGeneration) -> Bool {
        state.withLock { state in
            guard state.latest(of: generation.sid) < generation.number else { return false }
            if state.current.count >= sessionsMax / 2 {
                state.previous = state.current
                state.current = [:]
            }
            state.current[generation.sid] = generation.number
            return true
        }
    }

    func hasSeen(_ generation: Int32, of sid: UUID) -> Bool {
        state.withLock { $0.latest(of: sid) >= generation }
    }
}
