import EventLoops
import JSON
import Testing
import Tracing

@testable import HTTP

/// A real server on real sockets, with a few routes that behave as a test needs.
final class ServerRig: Sendable {
    let group: EventLoopGroup
    let service: HTTPService
    let port: UInt16
    let exchanges = Locked<[Exchange]>([])
    /// How many pieces handlers have made.
    let streamed = Locked(0)
    static let pieceBytes = 50_000
    /// How many requests are in their handler, asleep.
    let asleep = Locked(0)
    /// Handlers that do what is worth more time.
    let busy = Locked(0)

    init(
        loops: Int = 2, listener: ListenerLimits = ListenerLimits(connectionsMax: 1_000),
        limits: HTTPLimits = HTTPLimits(),
        crossOrigin: CrossOrigin = .off, buffersBytesMax: Int = HTTPLimits().buffersBytesMax,
        traces: Traces? = nil
    ) async throws {
        group = try EventLoopGroup(count: loops)
        let socket = try ListeningSocket.bind(host: "127.0.0.1", port: 0)
        port = socket.port
        service = HTTPService(
            socket: socket, loops: group.loops, limits: listener, buffersBytesMax: buffersBytesMax)
        for loop in group.loops { await install(limits, crossOrigin, traces, on: loop) }
        try await service.start()
    }

    deinit {
        group.stop()
    }

    /// Limits short enough for a test to wait for.
    static var impatient: HTTPLimits {
        var limits = HTTPLimits()
        limits.headerTimeoutMilliseconds = 200
        limits.bodyTimeoutMilliseconds = 200
        limits.handlerTimeoutMilliseconds = 200
        limits.writeTimeoutMilliseconds = 300
        limits.idleTimeoutMilliseconds = 400
        limits.lingerTimeoutMilliseconds = 300
        limits.sweepMilliseconds = 20
        return limits
    }

    private func install(
        _ limits: HTTPLimits, _ crossOrigin: CrossOrigin, _ traces: Traces?, on loop: isolated EventLoop
    ) {
        let router = Router(routes(on: loop))
        let exchanges = self.exchanges
        let tracer = traces?.tracer(on: loop)
        let server = HTTPServer(
            router: router, limits: limits, crossOrigin: crossOrigin, tracer: tracer
        ) { exchange in
            exchanges.withLock { $0.append(exchange) }
        }
        service.install(server, on: loop)
    }

    /// Of a reply that is kept once for all who ask.
    static let constantBytes = 1_000_000

    private func routes(on loop: isolated EventLoop) -> [Route] {
        let constant = [UInt8](repeating: 0x62, count: Self.constantBytes)
        return [
            Route(.get, "/hello") { _ in .text("hello") },
            Route(.get, "/vital", isVital: true) { _ in .text("alive") },
            Route(.get, "/trace") { .text($0.trace?.passedOn.traceparent ?? "none") },
            Route(.get, "/users/{uid}") { .text($0.parameter("uid") ?? "") },
            Route(.get, "/users/me") { _ in .text("myself") },
            Route(.get, "/query") { request in
                .text(request.query.items.map { "\($0.name)=\($0.value)" }.joined(separator: ";"))
            },
            // Handlers that take as long as a test says, or longer than they may.
            Route(.get, "/sleep/{milliseconds}") { [asleep] request in
                asleep.withLock { $0 += 1 }
                defer { asleep.withLock { $0 -= 1 } }
                try? await loop.sleep(milliseconds: Int(request.parameter("milliseconds") ?? "") ?? 0)
                return .text(request.parameter("milliseconds") ?? "")
            },
            Route(
                .get, "/patient/{milliseconds}", handlerTimeoutMilliseconds: 5_000
            ) { request in
                try? await loop.sleep(milliseconds: Int(request.parameter("milliseconds") ?? "") ?? 0)
                return .text("patient")
            },
            // It is busy for so long, and waits for nothing more than that.
            Route(
                .get, "/busy/{milliseconds}", handlerTimeoutMilliseconds: 3_000,
                takesLong: { [busy] in busy.withLock { $0 } > 0 }
            ) { [busy] request in
                busy.withLock { $0 += 1 }
                try? await loop.sleep(milliseconds: Int(request.parameter("milliseconds") ?? "") ?? 0)
                busy.withLock { $0 -= 1 }
                if request.hasQuery { try? await loop.sleep(milliseconds: 60_000) }
                return .text("done")
            },
            Route(.get, "/big/{bytes}") { request in
                Response(
                    status: 200, contentType: "application/octet-stream",
                    body: Array(repeating: 0x61, count: Int(request.parameter("bytes") ?? "") ?? 0))
            },
            Route(.post, "/echo", body: .any) {
                Response(status: 200, contentType: "text/plain", body: $0.body)
            },
            // Busy when a test says so.
            Route(.post, "/counted", body: .json, isBusy: { [busy] in busy.withLock { $0 } > 0 }) {
                [asleep] request in
                asleep.withLock { $0 += 1 }
                return .text(String(request.body.count))
            },
            // For those who have the word; who asks slowly is told slowly.
            Route(
                .post, "/guarded", body: .any, bodyBytesMax: 1_048_576,
                admission: { request in
                    if request.headers.contains("slowly") { try? await loop.sleep(milliseconds: 100) }
                    return request.headers["word"] == "please"
                        ? nil : Problem.unauthenticated.response(requestID: request.id)
                }
            ) {
                Response(
                    status: 200, contentType: "text/plain",
                    body: $0.headers.contains("large")
                        ? [UInt8](repeating: 0x61, count: 300_000) : Array(String($0.body.count).utf8))
            },
            Route(.get, "/constant") { _ in
                var response = Response(status: 200, contentType: "text/plain", body: constant)
                response.isBodyShared = true
                return response
            },
            // Forty pieces of so many bytes.
            Route(.get, "/bulk/{bytes}") { request, pieces in
                let bytes = Int(request.parameter("bytes") ?? "") ?? 0
                let head = Response(status: 200, contentType: "text/plain")
                guard pieces.begin(head, isBulk: true) else { return .noContent }
                for _ in 0..<40 {
                    guard await pieces.send([UInt8](repeating: 0x61, count: bytes)) else { break }
                }
                return .noContent
            },
            // Pieces of a size, until a number or the peer's end.
            Route(.get, "/pieces/{count}") { [streamed] request, pieces in
                let count = Int(request.parameter("count") ?? "") ?? 0
                guard count > 0 || request.hasQuery else { return .text("none", status: 404) }
                guard pieces.begin(Response(status: 200, contentType: "text/plain")) else {
                    return .noContent
                }
                for number in 0..<count {
                    streamed.withLock { $0 += 1 }
                    let piece = [UInt8](repeating: 0x61 + UInt8(number % 26), count: Self.pieceBytes)
                    guard await pieces.send(piece) else { return .noContent }
                }
                if request.hasQuery { pieces.breakOff() }
                return .noContent
            },
            Route(.post, "/small", body: .any, bodyBytesMax: 10) { _ in .noContent },
            Route(.post, "/json", body: .json) { request in
                do throws(Problem) {
                    var fields = try request.fields()
                    let level = fields.integer("level", in: 1...10)
                    let reached = try fields.finish(level)
                    return .json { writer in writer.object { $0.member("level", reached) } }
                } catch {
                    return error.response(requestID: request.id)
                }
            },
            Route(
                .post, "/plain", body: .json, bodyBytesMax: 10,
                problemForm: ProblemForm { problem, _, _ in
                    .text("no: \(problem.title)", status: problem.status)
                }
            ) { request in
                // Longer than the impatient limits.
                try? await loop.sleep(milliseconds: 600)
                return .noContent
            },
            Route(.delete, "/hello") { _ in .noContent },
            Route(.get, "/hostile") { _ in
                Response(status: 200, headers: [ResponseHeader(.location, "b\r\nSet-Cookie: c")])
            },
        ]
    }
}

extension String {
    /// A request for `self`, such as `GET /hello`, with further field lines.
    func request(_ fields: String..., body: String? = nil) -> String {
        var lines = ["\(self) HTTP/1.1", "Host: x"] + fields
        if let body { lines.append("Content-Length: \(body.utf8.count)") }
        return lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
    }
}
