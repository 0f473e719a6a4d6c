internal import EventLoops
internal import HTTP
internal import JSON

/// The reply to a request that is to fail.
struct FaultyReply {
    private let kind: Fault.Kind

    init(_ kind: Fault.Kind) {
        self.kind = kind
    }

    func reply(
        to request: Request, by handler: Route.Handler, isStream: Bool, on loop: isolated EventLoop
    ) async -> Response {
        switch kind {
        case .loseReply where isStream: return cut
        case .loseReply:
            _ = await handler(request)
            return cut
        case .cut: return cut
        case .status(let status):
            let problem = JSONValue.object([
                JSONMember("type", .string("about:blank")),
                JSONMember("title", .string("A fault that a test asked for")),
                JSONMember("status", .integer(Int64(status))),
            ])
            return Response(
                status: status, contentType: "application/problem+json", body: JSONWriter.bytes(of: problem))
        case .delay(let span):
            try? await loop.sleep(milliseconds: span.milliseconds)
            return await handler(request)
        }
    }

    private var cut: Response {
        var response = Response(status: 503)
        response.isCut = true
        return response
    }
}
