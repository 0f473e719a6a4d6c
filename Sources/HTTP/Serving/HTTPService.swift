package import EventLoops
internal import Glibc

/// One listening socket in front of the servers of all loops.
///
///     let limits = ListenerLimits(connectionsMax: 10_000)
///     let service = HTTPService(socket: socket, loops: group.loops, limits: limits)
///     for loop in group.loops { await setUp(loop) }   // service.install(HTTPServer(router: …), on: loop)
///     try await service.start()
///     await service.drain(DrainTimes(timeoutMilliseconds: 10_000))
package final class HTTPService: Sendable {
    private let loops: [EventLoop]
    private let listener: Listener
    private let servers = LoopLocal<HTTPServer>()
    private let acceptors = LoopLocal<Acceptor>()

    /// The memory of all its connections.
    package let budget: BufferBudget

    /// - Parameter buffersBytesMax: of all loops together.
    package init(
        socket: ListeningSocket, loops: [EventLoop], limits: ListenerLimits,
        buffersBytesMax: Int = HTTPLimits().buffersBytesMax
    ) {
        self.loops = loops
        budget = BufferBudget(bytesMax: buffersBytesMax)
        let servers = self.servers
        listener = Listener(
            socket: socket, loops: loops, limits: limits,
            makeRoom: { loop in servers.value(on: loop)?.endLongestIdle() }
        ) { descriptor, peer, slot, loop in
            // `start` comes after every loop's `install`.
            guard let server = servers.value(on: loop) else { preconditionFailure("a loop without a server") }
            server.accept(descriptor, peer, slot, on: loop)
        }
    }

    package var connections: ConnectionCounts { listener.connections }

    /// Gives this loop's share of the connections to `server`. Every loop needs one before `start`.
    package func install(_ server: HTTPServer, on loop: isolated EventLoop) {
        server.onConnectionClosed = { [listener] peer in listener.connectionClosed(on: loop, from: peer) }
        server.share(budget)
        servers.set(server, on: loop)
    }

    /// Begins to accept, on all loops.
    package func start() async throws(EventLoopError) {
        for loop in loops { try await startAccepting(on: loop) }
    }

    /// Makes every reply its connection's last, and after a while accepts nothing more; returns when no
    /// connection is left.
    package func drain(_ times: DrainTimes) async {
        guard await isAccepting(on: loops[0]) else { return listener.stop() }
        for loop in loops { await beginDraining(on: loop) }
        try? await loops[0].sleep(milliseconds: times.acceptingMilliseconds)
        for loop in loops { await stopAccepting(on: loop) }
        await listener.acceptRest(on: loops[0])
        listener.stop()
        await endConnections(times)
    }

    /// Leaves the socket to another service: accepts nothing more. Open connections stay until
    /// `endConnections`.
    package func leave() async {
        for loop in loops { await stopAccepting(on: loop) }
    }

    /// Returns when no connection is left. Call it when none is accepted any more.
    package func endConnections(_ times: DrainTimes) async {
        await withTaskGroup(of: Void.self) { group in
            for loop in loops { group.addTask { await self.drain(times, on: loop) } }
        }
    }

    private func startAccepting(on loop: isolated EventLoop) throws(EventLoopError) {
        acceptors.set(try listener.start(on: loop), on: loop)
    }

    private func isAccepting(on loop: isolated EventLoop) -> Bool {
        acceptors.value(on: loop) != nil
    }

    private func stopAccepting(on loop: isolated EventLoop) {
        acceptors.value(on: loop)?.stop()
        acceptors.set(nil, on: loop)
    }

    private func beginDraining(on loop: isolated EventLoop) {
        servers.value(on: loop)?.beginDraining()
    }

    private func drain(_ times: DrainTimes, on loop: isolated EventLoop) async {
        await servers.value(on: loop)?.drain(
            idleMilliseconds: times.idleMilliseconds - times.acceptingMilliseconds,
            timeoutMilliseconds: times.timeoutMilliseconds, on: loop)
    }
}
