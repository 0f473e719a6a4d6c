internal import Accounts
internal import HTTP
package import JSON

/// A client of the API on one keep-alive connection, like an app. A streamed reply ends it, and the next
/// call makes another.
package struct TestClient {
    private final class Line {
        var http: RawHTTPClient
        var isEnded = false

        init(_ http: RawHTTPClient) {
            self.http = http
        }
    }

    private let line: Line
    private let port: UInt16

    package var http: RawHTTPClient { line.http }

    /// A reply with its JSON.
    package struct Reply {
        package let raw: RawHTTPClient.Reply

        package var status: Int { raw.status }
        package var text: String { raw.text }
        package subscript(header name: String) -> String? { raw[name] }

        /// Null when the body is no JSON.
        package var json: JSONValue { (try? JSONParser.parse(raw.body)) ?? .null }

        /// The last part of a problem's type.
        package var problem: String? {
            json["type"]?.string.map { String($0.split(separator: "/").last ?? "") }
        }

        /// Each mistake of a validation problem, as `pointer code`.
        package var mistakes: [String] {
            (json["errors"]?.array ?? []).map {
                "\($0["pointer"]?.string ?? "?") \($0["code"]?.string ?? "?")"
            }
        }

        /// The reply itself, which must have this status for the test to go on.
        @discardableResult
        package func required(_ status: Int) throws -> Reply {
            guard self.status == status else {
                throw TestCluster.Failure(description: "not \(status) but \(self.status): \(text)")
            }
            return self
        }
    }

    package init(port: UInt16) throws {
        self.port = port
        line = Line(try Self.connect(port))
    }

    @discardableResult
    package func send(
        _ method: String, _ path: String, token: String? = nil, headers: [String: String] = [:],
        _ body: JSONValue? = nil
    ) throws -> Reply {
        if line.isEnded { line.http = try Self.connect(port) }
        try post(method, path, token: token, headers: headers, body)
        let reply = Reply(raw: try http.reply(isHead: method == "HEAD"))
        line.isEnded = reply[header: "transfer-encoding"] != nil
        if Bytes.offset(of: "_token\"", in: reply.raw.body) != nil { TestSecrets.note(in: reply.json) }
        return reply
    }

    private static func connect(_ port: UInt16) throws -> RawHTTPClient {
        try RawHTTPClient(port: port, timeoutMilliseconds: 180_000)
    }

    /// Sends without waiting: replies come in order.
    package func post(
        _ method: String, _ path: String, token: String? = nil, headers: [String: String] = [:],
        _ body: JSONValue? = nil
    ) throws {
        if let token { TestSecrets.note(token) }
        if let key = headers["Idempotency-Key"] { TestSecrets.note(key) }
        if let body { TestSecrets.note(in: body) }
        var head = "\(method) \(path) HTTP/1.1\r\nHost: \(headers["Host"] ?? "test")\r\n"
        for (name, value) in headers where name != "Host" { head += "\(name): \(value)\r\n" }
        if let token { head += "Authorization: Bearer \(token)\r\n" }
        let bytes = body.map { JSONWriter.bytes(of: $0) } ?? []
        if body != nil { head += "Content-Type: application/json\r\nContent-Length: \(bytes.count)\r\n" }
        try http.send(Array((head + "\r\n").utf8) + bytes)
    }

    package func reply() throws -> Reply {
        Reply(raw: try http.reply())
    }
}

/// A user that a test has signed up.
package struct TestUser: Sendable {
    package let uid: String
    package let code: String
    package var token: String
    package var refreshToken: String
    package var email: String?

    package init(_ reply: TestClient.Reply) {
        uid = reply.json["user"]?["uid"]?.string ?? ""
        code = reply.json["user"]?["referral_code"]?.string ?? ""
        token = reply.json["session"]?["access_token"]?.string ?? ""
        refreshToken = reply.json["session"]?["refresh_token"]?.string ?? ""
        email = reply.json["user"]?["email"]?.string
    }
}

extension TestClient {
    package static let password = "correct horse battery staple"

    package func signUp(referredBy: String? = nil, confidence: String? = nil) throws -> TestUser {
        var body: [JSONMember] = []
        if let referredBy { body.append(JSONMember("referred_by", .string(referredBy))) }
        if let confidence { body.append(JSONMember("match_confidence", .string(confidence))) }
        return TestUser(try send("POST", "/v1/users", .object(body)))
    }

    /// Links `email` to the user, who then has new tokens.
    @discardableResult
    package func link(_ user: inout TestUser, email: String) throws -> Reply {
        let reply = try send(
            "PUT", "/v1/users/me/credential", token: user.token,
            ["email": .string(email), "password": .string(Self.password)])
        if reply.status == 200 { user = TestUser(reply) }
        return reply
    }

    @discardableResult
    package func reachLevel(_ level: Int64, token: String, id: String, uid: String? = nil) throws -> Reply {
        var body: [JSONMember] = [
            JSONMember("id", .string(id)), JSONMember("type", "level_reached"),
            JSONMember("level", .integer(level)),
        ]
        if let uid { body.append(JSONMember("uid", .string(uid))) }
        return try send("POST", "/v1/events", token: token, .object(body))
    }

    package func balance(token: String) throws -> Int64 {
        try send("GET", "/v1/users/me/balances", token: token).json["balances"]?["pieces_of_eight"]?.integer
            ?? 0
    }
}
