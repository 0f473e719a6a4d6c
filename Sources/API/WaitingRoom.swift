package import EventLoops
package import HTTP
internal import JSON

/// Answers at the service's socket while there is no service: `/health/live` with 200, all other calls with
/// 503, and `/health/ready` says what is awaited.
///
/// One loop is enough for that, and each reply is its connection's last, so that the next call finds the
/// service.
package final class WaitingRoom: Sendable {
    /// How long a connection without a request may still send one: it gets 503.
    private static let idleMilliseconds = 1_000
    private static let timeoutMilliseconds = 2_000

    private struct State {
        var isOpen = false
        var awaited = ""
    }

    private let http: HTTPService
    private let limits: HTTPLimits
    private let loop: EventLoop
    private let state = Locked(State())

    /// - Parameter loop: the first of its group.
    package init(
        socket: ListeningSocket, connectionsMax: Int, limits: HTTPLimits, on loop: EventLoop
    ) {
        http = HTTPService(
            socket: socket, loops: [loop], limits: ListenerLimits(connectionsMax: connectionsMax),
            buffersBytesMax: limits.buffersBytesMax)
        self.limits = limits
        self.loop = loop
    }

    /// Begins to accept, unless it does already.
    ///
    /// - Parameter awaited: the missing thing, for anyone who asks.
    package func open(awaiting awaited: String) async throws {
        let wasOpen = state.withLock { state in
            defer { state = State(isOpen: true, awaited: awaited) }
            return state.isOpen
        }
        guard !wasOpen else { return }
        await install(on: loop)
        try await http.start()
    }

    /// Leaves the socket to the service.
    package func leave() async {
        await http.leave()
    }

    /// Ends the connections that it has; returns at once if it was never open.
    package func close() async {
        guard state.withLock({ $0.isOpen }) else { return }
        await http.leave()
        await http.endConnections(
            DrainTimes(
                idleMilliseconds: Self.idleMilliseconds, timeoutMilliseconds: Self.timeoutMilliseconds))
    }

    private func install(on loop: isolated EventLoop) {
        let probes = [
            Route(.get, "/health/live", isVital: true) { _ in ShowLiveness.live },
            Route(.get, "/health/ready", isVital: true) { [state] request in
                var problem = Problem.unavailable
                problem.detail = "Waiting for \(state.withLock { $0.awaited })."
                return problem.response(requestID: request.id)
            },
        ]
        let router = Router(probes)
        let server = HTTPServer(router: router, limits: limits)
        let paths = probes.map(\.pattern)
        server.front = Front(lines: "") { head in
            let way = Front.Way(head, to: router)
            if !paths.contains(head.path) { way.refusal = .unavailable }
            return way
        }
        server.beginDraining()
        http.install(server, on: loop)
    }
}
