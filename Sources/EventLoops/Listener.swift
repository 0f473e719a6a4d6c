internal import Glibc
internal import Synchronization

/// Accepts connections for all loops from one socket, and gives each to the loop that has the fewest.
///
/// At the connection limit, and when the process runs out of descriptors, the connection that was idle
/// longest is closed. Without an idle one, accepting pauses for a moment instead of spinning; the kernel's
/// backlog holds the callers until there is room.
package final class Listener: Sendable {
    /// Takes an accepted, non-blocking descriptor over, on the loop that will own it. The new owner closes
    /// it and then calls `connectionClosed(on:from:)`.
    package typealias Accept = @Sendable (Int32, PeerAddress, Slot, isolated EventLoop) -> Void
    /// Closes the least needed connection of this loop, and returns its slot; nil for none.
    package typealias MakeRoom = @Sendable (isolated EventLoop) -> Slot?

    /// The state of an accepted connection.
    package enum Slot: Sendable {
        case own
        /// All are taken: one of the few beyond the limit, for what must be answered all the same.
        case reserved
    }

    private static let pauseMilliseconds = 20

    private let socket: ListeningSocket
    private let loops: [EventLoop]
    private let accept: Accept
    private let makeRoom: MakeRoom
    private let state: Mutex<ListenerState>

    package init(
        socket: ListeningSocket, loops: [EventLoop], limits: ListenerLimits,
        makeRoom: @escaping MakeRoom = { _ in nil }, accept: @escaping Accept
    ) {
        self.socket = socket
        self.loops = loops
        self.accept = accept
        self.makeRoom = makeRoom
        state = Mutex(ListenerState(limits: limits, loops: loops.count))
    }

    package var connections: ConnectionCounts {
        state.withLock { $0.counts }
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

    /// Accepts connections that have already arrived and would get no answer. Call it when no loop accepts
    /// any more, and before `stop`.
    package func acceptRest(on loop: isolated EventLoop) {
        guard !socket.isInherited else { return }
        while reserve() {
            guard case .connection(let descriptor, let peer) = socket.accept() else { return release() }
            slot(descriptor, peer, from: loop)
        }
    }

    /// Stops accepting; open connections stay with their owners. New callers are refused, or wait at an
    /// inherited socket for the next process.
    package func stop() {
        state.withLock { $0.isStopped = true }
        socket.stopListening()
    }

    package func connectionClosed(on loop: EventLoop, from peer: PeerAddress) {
        state.withLock { $0.leave(loop.index, from: peer) }
    }

    /// One a wake-up: the loops accept in rotation, and the level-triggered watch calls again while more
    /// wait.
    private func acceptOne(_ acceptor: Acceptor, on loop: isolated EventLoop) {
        guard reserve() || (displace(on: loop) != nil && reserve()) else {
            return acceptor.pauseAccepting(Self.pauseMilliseconds)
        }
        switch socket.accept() {
        case .nothing:
            release()
        case .outOfDescriptors:
            release()
            if displace(on: loop) == nil { acceptor.pauseAccepting(Self.pauseMilliseconds) }
        case .connection(let descriptor, let peer):
            slot(descriptor, peer, from: loop)
        }
    }

    /// Gives the connection to the loop with the fewest. Above the limit this loop closes another one.
    private func slot(_ descriptor: Int32, _ peer: PeerAddress, from loop: isolated EventLoop) {
        switch state.withLock({ $0.enter(from: peer) }) {
        case .loop(let index):
            hand(descriptor, peer, .own, to: loops[index], from: loop)
        case .loopPastLimit(let index):
            hand(descriptor, peer, displace(on: loop) ?? .reserved, to: loops[index], from: loop)
        case .refused:
            ListeningSocket.reset(descriptor)
        }
    }

    private func displace(on loop: isolated EventLoop) -> Slot? {
        guard let slot = makeRoom(loop) else { return nil }
        state.withLock { $0.counts.displaced += 1 }
        return slot
    }

    private func hand(
        _ descriptor: Int32, _ peer: PeerAddress, _ slot: Slot, to target: EventLoop,
        from loop: isolated EventLoop
    ) {
        if target === loop { return accept(descriptor, peer, slot, loop) }
        let accept = self.accept
        // Started here, so that it goes straight to the other loop and never through the global pool.
        Task.immediate(priority: EventLoop.taskPriority) {
            _ = loop
            await target.adopt(descriptor, peer, slot, accept)
        }
    }

    /// Reserves a slot before accepting, so that loops that accept at the same time stay within the limit.
    private func reserve() -> Bool {
        state.withLock { state in
            guard !state.isStopped, state.hasRoom else { return false }
            state.expected += 1
            return true
        }
    }

    private func release() {
        state.withLock { $0.expected -= 1 }
    }

    private func resume(_ acceptor: Acceptor) {
        if !state.withLock({ $0.isStopped }) { acceptor.watch?.start() }
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
    fileprivate func adopt(
        _ descriptor: Int32, _ peer: PeerAddress, _ slot: Listener.Slot, _ accept: Listener.Accept
    ) {
        accept(descriptor, peer, slot, self)
    }
}
