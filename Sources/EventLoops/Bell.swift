/// Wakes a task from any loop: the ringer does not wait, and a ring without a waiter is not lost.
package final class Bell: Sendable {
    private struct State {
        var isRung = false
        var waiting: [UnsafeContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    package init() {}

    package func ring() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.isRung = state.waiting.isEmpty
            return state.waiting
        }
        for task in waiting { task.resume() }
    }

    /// Until it rings; at once where it has since the last time.
    package func wait() async {
        await withUnsafeContinuation { task in
            let isRung = state.withLock { state in
                if !state.isRung { state.waiting.append(task) }
                defer { state.isRung = false }
                return state.isRung
            }
            if isRung { task.resume() }
        }
    }
}
