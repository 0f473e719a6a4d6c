internal import HTTP

/// Answers while the process serves.
struct ShowLiveness: Endpoint {
    func respond(to input: NoInput, on call: Call) -> Response {
        .json { writer in writer.object { $0.member("status", "live") } }
    }
}
