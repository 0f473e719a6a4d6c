internal import Glibc
internal import Synchronization

/// Accepts connections for all loops from one socket, and gives each to the loop that has the fewest.
///
/// At the connection limit, and when the process runs out of descriptors, it stops accepting instead of
/// spinning; the kernel's backlog holds the callers until there is room.
package final class Listener: Sendable {
    /// Takes an accepted, non-blocking descriptor over, on the loop that will own it. Whoever takes it closes
    /// it and then calls `connectionClosed(on:)`.
    package typealias Accept = @Sendable (Int32, PeerAddress, isolated EventLoop) -> Void

    private static let pauseMilliseconds = 100

    private let socket: ListeningSocket
    private let loops: [EventLoop]
    private let accept: Accept
    private let state: Mutex<State>

    private struct State {
        let connectionsMax: Int
        /// Connections open, by loop.
        var open: [Int]
        /// Places kept for what loops are accepting just now: perhaps nobody.
        var reserved = 0
        var isStopped = false

        var total: Int { open.reduce(0, +) }
        var hasRoom: Bool { total + reserved < connectionsMax }
    }

    package init(
        socket: ListeningSocket, loops: [EventLoop], connectionsMax: Int, accept: @escaping Accept
    ) {
        self.socket = socket
        self.loops = loops
        self.accept = accept
        state = Mutex(State(connectionsMax: connectionsMax, open: Array(repeating: 0, count: loops.count)))
    }

    package var connectionsOpen: Int {
        state.withLock { $0.total }
    }

    /// Accepts on `loop` until `stop`; the acceptor returned lives as long as the caller keeps it.
    package func start(on loop: isolated EventLoop) throws(EventLoopError) -> Acceptor {
        let acceptor = Acceptor()
        // The watch holds the socket: a descriptor closed under it could come back as another connection's.
        let watch = try loop.watch(socket.descriptor, for: .read) { [weak self, weak acceptor, socket] in
            _ = socket
            if let acceptor { self?.acceptOne(acceptor, on: loop) }
        }
        let resume = try loop.timer { [weak self, weak acceptor] in
            if let acceptor { self?.resume(acceptor) }
        }
        acceptor.watch = watch
        acceptor.pause = resume
        watch.start()
        return acceptor
    }

    /// Takes who has connected already, for whom nobody else would answer. To be called when no loop accepts
    /// any more, and before `stop`.
    package func acceptRest(on loop: isolated EventLoop) {
        guard !socket.isInherited else { return }
        while reserve() {
            guard case .connection(let descriptor, let peer) = socket.accept() else { return release() }
            hand(descriptor, peer, to: place(), from: loop)
        }
    }

    /// Accepts nothing more; connections already open are their owners' business. Who connects from now on is
    /// refused, or waits at an inherited socket for the next process.
    package func stop() {
        state.withLock { $0.isStopped = true }
        socket.stopListening()
    }

    package func connectionClosed(on loop: EventLoop) {
        state.withLock { $0.open[loop.index] -= 1 }
    }

    /// One a wake-up: the loops take turns, and the level-triggered watch calls again while more wait.
    private func acceptOne(_ acceptor: Acceptor, on loop: isolated EventLoop) {
        guard reserve() else { return acceptor.pauseAccepting(Self.pauseMilliseconds) }
        switch socket.accept() {
        case .nothing:
            release()
        case .outOfDescriptors:
            release()
            acceptor.pauseAccepting(Self.pauseMilliseconds)
        case .connection(let descriptor, let peer):
            hand(descriptor, peer, to: place(), from: loop)
        }
    }

    private func hand(
        _ descriptor: Int32, _ peer: PeerAddress, to target: EventLoop, from loop: isolated EventLoop
    ) {
        if target === loop { return accept(descriptor, peer, loop) }
        let accept = self.accept
        // Started here, so that it goes straight to the other loop and never through the global pool.
        Task.immediate(priority: EventLoop.taskPriority) {
            _ = loop
            await target.adopt(descriptor, peer, accept)
        }
    }

    /// Keeps a place before anybody is accepted, so that loops that accept at once stay within the limit.
    private func reserve() -> Bool {
        state.withLock { state in
            guard !state.isStopped, state.hasRoom else { return false }
            state.reserved += 1
            return true
        }
    }

    private func release() {
        state.withLock { $0.reserved -= 1 }
    }

    /// Counts the connection that the place was kept for on the loop with the fewest.
    private func place() -> EventLoop {
        let index = state.withLock { state -> Int in
            state.reserved -= 1
            let index = state.open.indices.min { state.open[$0] < state.open[$1] }!
            state.open[index] += 1
            return index
        }
        return loops[index]
    }

    private func resume(_ acceptor: Acceptor) {
        let (hasRoom, isStopped) = state.withLock { ($0.hasRoom, $0.isStopped) }
        if isStopped { return }
        if hasRoom {
            acceptor.watch?.start()
        } else {
            acceptor.pause?.start(afterMilliseconds: Self.pauseMilliseconds)
        }
    }
}

/// A loop's share of a listener: its watch on the socket. Releasing it stops accepting on that loop.
package final class Acceptor {
    fileprivate var watch: FileWatch?
    fileprivate var pause: LoopTimer?

    fileprivate init() {}

    /// Ends accepting on this loop for good.
    package func stop() {
        watch?.stop()
        pause?.stop()
        watch = nil
        pause = nil
    }

    fileprivate func pauseAccepting(_ milliseconds: Int) {
        watch?.stop()
        pause?.start(afterMilliseconds: milliseconds)
    }
}

extension EventLoop {
    fileprivate func adopt(_ descriptor: Int32, _ peer: PeerAddress, _ accept: Listener.Accept) {
        accept(descriptor, peer, self)
    }
}
