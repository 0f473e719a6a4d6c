package import EventLoops
internal import Glibc

/// One listening socket in front of the servers of all loops.
///
///     let service = HTTPService(socket: socket, loops: group.loops, connectionsMax: 10_000)
///     for loop in group.loops { await setUp(loop) }   // service.install(HTTPServer(router: …), on: loop)
///     try await service.start()
///     await service.drain(timeoutMilliseconds: 10_000)
package final class HTTPService: Sendable {
    private let loops: [EventLoop]
    private let listener: Listener
    private let servers = LoopLocal<HTTPServer>()
    private let acceptors = LoopLocal<Acceptor>()

    package init(socket: ListeningSocket, loops: [EventLoop], connectionsMax: Int) {
        self.loops = loops
        let servers = self.servers
        listener = Listener(socket: socket, loops: loops, connectionsMax: connectionsMax) {
            descriptor, peer, loop in
            // `start` comes after every loop's `install`.
            guard let server = servers.value(on: loop) else { preconditionFailure("a loop without a server") }
            server.accept(descriptor, peer, on: loop)
        }
    }

    package var connectionsOpen: Int { listener.connectionsOpen }

    /// Gives this loop's share of the connections to `server`. Every loop needs one before `start`.
    package func install(_ server: HTTPServer, on loop: isolated EventLoop) {
        server.onConnectionClosed = { [listener] in listener.connectionClosed(on: loop) }
        servers.set(server, on: loop)
    }

    /// Begins to accept, on all loops.
    package func start() async throws(EventLoopError) {
        for loop in loops { try await startAccepting(on: loop) }
    }

    /// Accepts nothing more, lets requests under way finish, and returns when no connection is left.
    package func drain(timeoutMilliseconds: Int) async {
        listener.stop()
        for loop in loops { await stopAccepting(on: loop) }
        await withTaskGroup(of: Void.self) { group in
            for loop in loops {
                group.addTask { await self.drain(timeoutMilliseconds: timeoutMilliseconds, on: loop) }
            }
        }
    }

    private func startAccepting(on loop: isolated EventLoop) throws(EventLoopError) {
        acceptors.set(try listener.start(on: loop), on: loop)
    }

    private func stopAccepting(on loop: isolated EventLoop) {
        acceptors.value(on: loop)?.stop()
        acceptors.set(nil, on: loop)
    }

    private func drain(timeoutMilliseconds: Int, on loop: isolated EventLoop) async {
        await servers.value(on: loop)?.drain(timeoutMilliseconds: timeoutMilliseconds, on: loop)
    }
}
