/// Wakes a task from any loop: the ringer does not wait, and a ring without a waiter is not lost.
package final class AsyncSignal: Sendable {
    private struct State {
        var isSent = false
        var waiting: [UnsafeContinuation<Void, Never>] = []
    }

    private let state = Locked(State())

    package init() {}

    package func send() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.isSent = state.waiting.isEmpty
            return state.waiting
        }
        for task in waiting { task.resume() }
    }

    /// Until it rings; at once where it has since the last time.
    package func wait() async {
        await withUnsafeContinuation { task in
            let isSent = state.withLock { state in
                if !state.isSent { state.waiting.append(task) }
                defer { state.isSent = false }
                return state.isSent
            }
            if isSent { task.resume() }
        }
    }
}
