internal import HTTP
internal import Service

/// Answers 503 while the database is away.
struct ShowReadiness: Endpoint {
    let services: Services

    func respond(to input: NoInput, on call: Call) throws(Problem) -> Response {
        guard services.isReady else { throw .unavailable }
        return .json { writer in writer.object { $0.member("status", "ready") } }
    }
}
