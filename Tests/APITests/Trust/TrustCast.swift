import Crypto
import HTTP
import JSON
import TestSupport

@testable import API

/// A server whose programme tests change, with whoever does.
struct TrustCast {
    static let path = "/v1/admin/programme"

    let server: TestServer
    let client: TestClient
    let admin: String

    /// Each request from the address that it names.
    static func with(_ body: (TrustCast) async throws -> Void) async throws {
        try await TestServer.with(.links) { server in
            try await body(
                TrustCast(server: server, client: try server.client, admin: try await server.key(.admin)))
        }
    }

    func setProgramme(_ members: JSONValue) throws {
        try client.send("PUT", Self.path, token: admin, headers: ["If-Match": "*"], members).required(200)
    }

    func signUp(
        _ members: [String: JSONValue] = [:], at address: String = "192.0.2.1", key: String? = nil
    ) throws -> TestClient.Reply {
        var headers = ["X-Forwarded-For": address]
        headers["Idempotency-Key"] = key
        return try client.send("POST", "/v1/users", headers: headers, .object(members)).required(201)
    }

    func friend(
        of referrer: TestUser, _ members: [String: JSONValue] = [:], at address: String = "192.0.2.1"
    ) throws -> TestUser {
        TestUser(try signUp(members.merging(["referred_by": .string(referrer.code)]) { $1 }, at: address))
    }

    /// What became of rewards of rule `level-5`: `paid` or `held same_device`, in their order.
    func rewards() throws -> [String] {
        try server.database.psql(
            "SELECT trim(status || ' ' || codes) FROM rewards WHERE rule = 'level-5' ORDER BY id"
        ).split(separator: "\n").map(String.init)
    }

    func reach(_ level: Int64, _ friend: TestUser) throws {
        try client.reachLevel(level, token: friend.token, id: newID()).required(200)
    }
}
