internal import EventLoops

/// The shared memory limit of all loops' connections. Each loop counts its own, and shares its count
/// periodically.
package final class BufferBudget: Sendable {
    /// The bytes that a loop should free.
    struct Excess {
        let bytes: Int
        /// Other loops have unauthenticated connections to drop, so no authenticated one is dropped here.
        let sparesAdmitted: Bool
    }

    private struct State {
        var loops: [KeptBytes] = []
        var shed = 0
    }

    private let bytesMax: Int
    private let state = Locked(State())

    package init(bytesMax: Int) {
        self.bytesMax = bytesMax
    }

    /// Bytes kept now, about, and how many connections had to give theirs up.
    package var counts: (bytes: Int, shed: Int) {
        state.withLock { ($0.loops.reduce(0) { $0 + $1.all }, $0.shed) }
    }

    /// A loop's number here.
    func join() -> Int {
        state.withLock { state in
            state.loops.append(KeptBytes())
            return state.loops.count - 1
        }
    }

    func countShed() {
        state.withLock { $0.shed += 1 }
    }

    /// Takes note of what a loop keeps, and says what it should free: a little more than the excess, so that
    /// not every byte that comes leads to another search.
    func publish(_ kept: KeptBytes, of loop: Int) -> Excess? {
        state.withLock { state in
            state.loops[loop] = kept
            let all = state.loops.reduce(0) { $0 + $1.all }
            guard all > bytesMax else { return nil }
            let strange = state.loops.reduce(0) { $0 + $1.strange } - kept.strange
            let isUrgent = all > bytesMax + bytesMax / 8
            return Excess(bytes: all - bytesMax + bytesMax / 16, sparesAdmitted: strange > 0 && !isUrgent)
        }
    }
}
