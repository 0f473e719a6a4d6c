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
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            change(&state)
            return state.waiting
        }
        waiting?.resume()
    }
}
