import Crypto
import FoundationEssentials
import HTTP
import JSON
import Links
import TestSupport
import Testing

/// An API key of the scope `branch` in place of a secret of the profile.
struct BranchSecretTests {
    private static let identity = "branch_key=key_live_test&identity="

    /// On a server whose profile lists no secret.
    private func withCast(_ body: (TestServer, TestClient, TestUser) async throws -> Void) async throws {
        var options = TestServer.Options()
        options.profile = try LegacyServer.profile()
        options.profile?.legacyKeys.branchSecretHashes = []
        try await TestServer.with(options) { server in
            let client = try server.client
            try await body(server, client, try client.signUp())
        }
    }

    private func send(
        _ path: String, _ secret: String, _ user: TestUser, _ members: [String: JSONValue],
        _ client: TestClient
    ) throws -> TestClient.Reply {
        let all: [String: JSONValue] = [
            "branch_key": "key_live_test", "branch_secret": .string(secret), "identity": .string(user.uid),
        ]
        return try client.send("POST", path, .object(all.merging(members) { $1 }))
    }

    @Test func `a key of the scope branch does what a secret does`() async throws {
        try await withCast { server, client, user in
            let key = try await server.key(.branch)
            expect(try send("/v1/credits", key, user, ["amount": 5], client), 200)
            expect(try send("/v1/redeem", key, user, ["amount": 2], client), 200)
            expect(try send("/v1/reconcile", key, user, ["amount": 1], client), 200)
            expect(try send("/v1/event", key, user, ["event": "done"], client), 200)
            let made = try send("/v1/url", key, user, ["alias": "mine"], client)
            expect(made, 200)
            let url = try #require(made.json["url"]?.string)
            let change: JSONValue = [
                "branch_key": "key_live_test", "branch_secret": .string(key), "channel": "sms",
            ]
            expect(try client.send("PUT", "/v1/url?url=\(url)", change), 200)
            let header = ["Access-Token": key]
            let shown = try client.send(
                "GET", "/v1/credits?\(Self.identity)\(user.uid)", headers: header)
            #expect(shown.status == 200 && shown.json["default"] == 2, "\(shown.text)")
            let query = "/v1/credithistory?\(Self.identity)\(user.uid)&branch_secret=\(key)"
            #expect(try client.get(query).json.array?.count == 3)
            let deletion = "/v1/url?url=\(url)&app_id=key_live_test"
            expect(try client.send("DELETE", deletion, headers: header), 200)
        }
    }

    @Test func `its uses are recorded, and the audit names it`() async throws {
        try await withCast { server, client, user in
            let key = try await server.key(.branch)
            expect(try send("/v1/credits", key, user, ["amount": 5], client), 200)
            let used = "SELECT last_used_at IS NOT NULL FROM api_keys"
            #expect(try await eventually { try server.database.psql(used) == "t" })
            let id = try #require(APIKey(key)).id.uuidString.lowercased()
            let audit = "SELECT actor FROM audit_entries WHERE action = 'ledger.adjustment'"
            #expect(try server.database.psql(audit) == "key test (\(id))")
        }
    }

    @Test func `no other key is a secret, nor one that was revoked or has expired`() async throws {
        try await withCast { server, client, user in
            let (lasting, expired) = (try await server.key(.branch), try await server.key(.branch))
            let id = try #require(APIKey(expired)).id
            try server.database.psql("UPDATE api_keys SET expires_at = now() WHERE id = '\(id)'")
            func isTaken(_ key: String) throws -> Bool {
                let reply = try send("/v1/credits", key, user, ["amount": 5], client)
                #expect(reply.status == 200 || reply.legacyError == "400", "\(reply.text)")
                return reply.status == 200
            }
            for scope in APIKey.Scope.allCases where scope != .branch {
                let other = try await server.key(scope)
                #expect(try !isTaken(other), "\(scope)")
            }
            let wrong = String(lasting.dropLast(20)) + String(repeating: "A", count: 20)
            #expect(try !isTaken(wrong) && !isTaken(expired) && !isTaken("secret_live_test"))
            #expect(try isTaken(lasting))
            try await server.revoke(key: lasting)
            #expect(try await eventually { try !isTaken(lasting) })
        }
    }
}
