internal import EventLoops
internal import Glibc

/// SIGTERM or SIGINT, heard from the start: one that comes while the server is still starting ends it in good
/// order too.
final class Termination: Sendable {
    private struct State {
        var isAsked = false
        var waiting: UnsafeContinuation<Void, Never>?
    }

    private let state = Locked(State())
    private let watches = LoopLocal<[SignalWatch]>()

    func listen(on loop: isolated EventLoop) throws(EventLoopError) {
        var watches: [SignalWatch] = []
        for signal in [SIGTERM, SIGINT] { watches.append(try loop.watch(signal: signal) { self.ask() }) }
        self.watches.set(watches, on: loop)
    }

    func stopListening(on loop: isolated EventLoop) {
        watches.set(nil, on: loop)
    }

    var isAsked: Bool { state.withLock { $0.isAsked } }

    /// Returns once a signal has come.
    func wait() async {
        await withUnsafeContinuation { continuation in
            let isAsked = state.withLock { state in
                if !state.isAsked { state.waiting = continuation }
                return state.isAsked
            }
            if isAsked { continuation.resume() }
        }
    }

    private func ask() {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            state.isAsked = true
            return state.waiting
        }
        waiting?.resume()
    }
}
