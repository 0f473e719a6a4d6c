internal import EventLoops
internal import Glibc

/// The process's signals, received from the start: one during the start of the server counts too.
///
/// SIGTERM, SIGINT and SIGQUIT stop it in good order, and a second one at once. SIGHUP reloads files while
/// it runs; from a terminal that is gone it means the end, as usual.
final class Signals: Sendable {
    enum Wish: Sendable {
        case readAgain
        case stop
    }

    private struct State {
        var isStopAsked = false
        var isReadingAsked = false
        var waiting: UnsafeContinuation<Void, Never>?
        /// Called when the process is asked to stop.
        var onStop: (@Sendable () -> Void)?

        var wish: Wish? { isStopAsked ? .stop : isReadingAsked ? .readAgain : nil }
    }

    private let state = Locked(State())
    private let watches = LoopLocal<[SignalWatch]>()
    private let isOnTerminal = isatty(STDERR_FILENO) == 1
    private let stopNow: @Sendable () -> Void

    /// - Parameter stopNow: what a second signal that asks for the end does.
    init(stopNow: @escaping @Sendable () -> Void) {
        self.stopNow = stopNow
        // Until the loop hears it.
        signal(SIGHUP, SIG_IGN)
    }

    func listen(on loop: isolated EventLoop) throws(EventLoopError) {
        var watches = [try loop.watch(signal: SIGHUP) { self.hangUp() }]
        for signal in [SIGTERM, SIGINT, SIGQUIT] {
            watches.append(try loop.watch(signal: signal) { self.askToStop() })
        }
        self.watches.set(watches, on: loop)
    }

    var isStopAsked: Bool { state.withLock { $0.isStopAsked } }

    /// The next request. Several SIGHUPs in the meantime count as one.
    func next() async -> Wish {
        while true {
            let wish = state.withLock { state in
                defer { state.isReadingAsked = false }
                return state.wish
            }
            if let wish { return wish }
            await wait()
        }
    }

    /// Runs a body, and leaves it where it is when the process is asked to stop: nil then.
    func unlessStopped<Value: Sendable>(
        on loop: isolated EventLoop, _ body: @escaping @Sendable (isolated EventLoop) async throws -> Value
    ) async throws -> Value? {
        let (result, isOver) = (Locked<Result<Value, any Error>?>(nil), AsyncSignal())
        state.withLock { $0.onStop = { isOver.send() } }
        defer { state.withLock { $0.onStop = nil } }
        if isStopAsked { return nil }
        Task.immediate(priority: EventLoop.taskPriority) {
            let value: Result<Value, any Error>
            do { value = .success(try await body(loop)) } catch { value = .failure(error) }
            result.withLock { $0 = value }
            isOver.send()
        }
        await isOver.wait()
        return isStopAsked ? nil : try result.withLock { $0 }?.get()
    }

    private func wait() async {
        await withUnsafeContinuation { continuation in
            let isAsked = state.withLock { state in
                if state.wish == nil { state.waiting = continuation }
                return state.wish != nil
            }
            if isAsked { continuation.resume() }
        }
    }

    private func hangUp() {
        if isOnTerminal, isatty(STDERR_FILENO) != 1 { return ask { $0.isStopAsked = true } }
        ask { $0.isReadingAsked = true }
    }

    private func askToStop() {
        if isStopAsked { return stopNow() }
        ask { $0.isStopAsked = true }
    }

    private func ask(_ change: (inout State) -> Void) {
        let (waiting, onStop) = state.withLock { state in
            defer { state.waiting = nil }
            change(&state)
            return (state.waiting, state.isStopAsked ? state.onStop : nil)
        }
        waiting?.resume()
        onStop?()
    }
}
