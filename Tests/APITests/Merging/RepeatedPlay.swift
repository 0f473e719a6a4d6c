import HTTP
import JSON
import TestSupport

/// A call as a test makes it, always with the same ids.
struct RepeatedPlay {
    struct Request {
        var method = "POST"
        let path: String
        var token: String?
        var headers: [String: String] = [:]
        var body: JSONValue? = [:]
    }

    let client: TestClient
    /// For a uid.
    let request: (String) -> Request
    /// What the reply says of what was done; the same each time.
    let essence: (JSONValue) -> JSONValue?
    /// A query for 1 once it was done, and was done once.
    let done: String
    /// Of the call to the account, where a merge that came first closes the way.
    var statusOfAccount: Int?
    /// Of the call to an erased player, where that isn't the first reply.
    var statusAfterErasure: Int?

    func send(at uid: String) throws -> TestClient.Reply {
        try post(at: uid, on: client)
        return try client.reply()
    }

    func post(at uid: String, on client: TestClient) throws {
        let request = request(uid)
        try client.post(
            request.method, request.path, token: request.token, headers: request.headers, request.body)
    }
}
