internal import EventLoops
internal import HTTP

/// Another web site: one empty page, on a port of its own.
package final class PageServer: Sendable {
    package let port: UInt16
    private let group: EventLoopGroup
    private let service: HTTPService

    package init() async throws {
        group = try EventLoopGroup(count: 1)
        let socket = try ListeningSocket.bind(host: "127.0.0.1", port: 0)
        port = socket.port
        service = HTTPService(socket: socket, loops: group.loops, limits: ListenerLimits(connectionsMax: 100))
        await install(on: group.loops[0])
        try await service.start()
    }

    deinit {
        group.stop()
    }

    private func install(on loop: isolated EventLoop) {
        let page = Route(.get, "/") { _ in
            .text("<!DOCTYPE html><title>A game</title>", contentType: "text/html; charset=utf-8")
        }
        service.install(HTTPServer(router: Router([page])), on: loop)
    }
}
