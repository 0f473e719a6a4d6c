import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// A server, a receiver, and a webhook from one to the other.
final class WebhookBench {
    let server: TestServer
    let client: TestClient
    let key: String
    let receiver: TestReceiver
    private let description: Description
    private var id = ""

    private init(_ server: TestServer) async throws {
        self.server = server
        client = try server.client
        key = try await server.key(.admin)
        receiver = try TestReceiver()
        description = try Description(client)
    }

    static func with(
        _ options: TestServer.Options = TestServer.Options(), _ body: (WebhookBench) async throws -> Void
    ) async throws {
        try await TestServer.with(options) { try await body(try await WebhookBench($0)) }
    }

    var database: TestDatabase { server.database }

    /// - Parameter terms: beside the URL.
    func make(_ terms: JSONValue, url: String? = nil) throws -> TestClient.Reply {
        let body = terms.setting("url", to: .string(url ?? receiver.url()))
        let reply = try client.send("POST", "/v1/admin/webhooks", token: key, body).required(201)
        description.check(reply, to: "POST", "/v1/admin/webhooks")
        id = reply.json["webhook"]?["id"]?.string ?? ""
        #expect(reply[header: "location"] == "/v1/admin/webhooks/\(id)")
        return reply
    }

    func call(_ method: String, _ path: String, _ body: JSONValue? = nil) throws -> TestClient.Reply {
        let reply = try client.send(method, "/v1/admin/webhooks/\(id)\(path)", token: key, body)
        let pattern = path.hasPrefix("/deliveries/") ? "/deliveries/{delivery}/resend" : path
        description.check(
            reply, to: method, "/v1/admin/webhooks/{id}" + (pattern.split(separator: "?").first ?? ""))
        return reply
    }

    @discardableResult
    func post(_ path: String, _ status: Int, _ body: JSONValue? = nil) throws -> TestClient.Reply {
        try call("POST", path, body).required(status)
    }

    var webhook: JSONValue {
        get throws { try call("GET", "").required(200).json["webhook"] ?? .null }
    }

    /// Ben comes by Anne's code, and reaches level 5.
    func payAnne() throws -> (anne: TestUser, ben: TestUser) {
        let anne = try client.signUp()
        let ben = try client.signUp(referredBy: anne.code)
        try client.reachLevel(5, token: ben.token, id: newID()).required(200)
        return (anne, ben)
    }

    /// The first requests that the receiver has got; so many must come.
    func received(_ count: Int) async throws -> [TestReceiver.Request] {
        let found = try await eventually {
            let requests = try receiver.requests
            return requests.count >= count ? requests : nil
        }
        return try #require(found)
    }

    /// The deliveries of a query, once they are so many.
    func deliveries(_ query: String, count: Int) async throws -> [JSONValue] {
        let found = try await eventually {
            let path = "/v1/admin/webhooks/\(id)/deliveries\(query)"
            let page = try client.send("GET", path, token: key).required(200).json["deliveries"]?.array
            return page?.count == count ? page : nil
        }
        try call("GET", "/deliveries\(query)").required(200)
        return try #require(found)
    }

    /// Has the workers look, after a test wrote into their tables.
    func ring() throws {
        _ = try database.psql("SELECT pg_notify('shipmate_webhooks', '')")
    }
}

extension JSONValue {
    func setting(_ name: String, to value: JSONValue) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { $0.name != name } + [JSONMember(name, value)])
    }
}
