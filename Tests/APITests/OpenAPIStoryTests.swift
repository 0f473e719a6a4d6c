import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Replies through real HTTP are as the description says: bodies, headers and problems.
struct OpenAPIStoryTests {
    private struct Cast {
        let anne: TestUser
        let ben: TestUser
        let server: String
        let admin: String
    }

    private func withCaller(_ body: (DescribedClient, Cast) throws -> Void) async throws {
        try await TestServer.with { server in
            let caller = try DescribedClient(server)
            let anne = try caller.client.signUp()
            let cast = Cast(
                anne: anne, ben: try caller.client.signUp(referredBy: anne.code),
                server: try await server.key(.server), admin: try await server.key(.admin))
            try body(caller, cast)
        }
    }

    private let credential: JSONValue = [
        "email": "ben@example.com", "password": .string(TestClient.password),
    ]

    @Test func `users and sessions`() async throws {
        try await withCaller { caller, cast in
            try caller.send("POST", "/v1/users", 201, ["referred_by": .string(cast.anne.uid)])
            try caller.send("POST", "/v1/users", 201, ["referred_by": .string(newID())])
            try caller.send("POST", "/v1/users", 422, ["referred_by": "x"])
            for status in [201, 409] {
                try caller.send("POST", "/v1/users", status, token: cast.server, ["external_id": "7"])
            }
            try caller.send("POST", "/v1/users", 401, ["external_id": "8"])
            try caller.send("POST", "/v1/users", 403, token: cast.admin, ["external_id": "8"])
            let users = "/v1/users/me"
            let token = cast.ben.token
            try caller.send("GET", users, 200, token: token)
            try caller.send("GET", users, 401)
            let named: JSONValue = ["referred_by": .string(cast.anne.code)]
            try caller.send("PUT", users + "/referrer", 200, token: token, named)
            try caller.send(
                "PUT", users + "/referrer", 409, token: token,
                ["referred_by": .string(try caller.client.signUp().code)])
            try caller.send(
                "PUT", users + "/referrer", 422, token: token, ["referred_by": .string(cast.ben.code)])
            try caller.send(
                "PUT", users + "/referrer", 422, token: token, ["referred_by": .string(newID())])
            let linked = try caller.send("PUT", users + "/credential", 200, token: token, credential)
            try caller.send("PUT", users + "/credential", 409, token: cast.anne.token, credential)
            let ben = TestUser(linked)
            try caller.send("PUT", users + "/credential", 200, token: ben.token, credential)
            try caller.send(
                "PUT", users + "/credential", 422, token: cast.anne.token,
                ["email": "a@example.com", "password": "password1"])
            for list in ["/ledger", "/referrals"] {
                try caller.send("GET", users + list, 200, query: "?limit=1", token: ben.token)
                try caller.send("GET", users + list, 422, query: "?limit=0", token: ben.token)
            }
            try caller.send("GET", users + "/balances", 200, token: ben.token)
            try caller.send("POST", "/v1/sessions", 200, credential)
            try caller.send(
                "POST", "/v1/sessions", 401, ["email": "ben@example.com", "password": "wrong one"])
            try caller.send(
                "POST", "/v1/sessions/refresh", 200, ["refresh_token": .string(ben.refreshToken)])
            try caller.send("POST", "/v1/sessions/refresh", 401, ["refresh_token": "x"])
            try caller.send("GET", users + "/export", 200, token: ben.token)
            try caller.send("DELETE", users, 403, token: ben.token)
            try caller.send("DELETE", users, 403, token: ben.token, ["password": "another one"])
            try caller.send("DELETE", users + "/deletion", 204, token: ben.token)
            try caller.send("DELETE", users + "/password-reset", 204, token: ben.token)
            try caller.send("DELETE", users, 202, token: cast.anne.token)
            try caller.send("DELETE", "/v1/sessions/current", 204, token: ben.token)
            try caller.send("DELETE", "/v1/sessions/current", 401, token: ben.token)
        }
    }

    @Test func `events`() async throws {
        try await withCaller { caller, cast in
            let id = newID()
            let level = { (level: Int64) -> JSONValue in
                TestClient.event(
                    ["type": "level_reached", "level": .integer(level), "uid": .string(cast.ben.uid)], id: id)
            }
            try caller.send("POST", "/v1/events", 200, token: cast.server, level(5))
            try caller.send("POST", "/v1/events", 200, token: cast.ben.token, level(5))
            try caller.send("POST", "/v1/events", 422, token: cast.ben.token, level(6))
            try caller.send("POST", "/v1/events", 422, token: cast.server, ["type": "x"])
            try caller.send("POST", "/v1/events", 403, token: cast.admin, level(5))
            let milestone = TestClient.event(["type": "milestone_reached", "milestone": "ship"])
            let batch: JSONValue = ["events": [level(5), level(6), milestone, 5]]
            try caller.send("POST", "/v1/events/batch", 200, token: cast.ben.token, batch)
            try caller.send("POST", "/v1/events/batch", 200, token: cast.server, batch)
            try caller.send("POST", "/v1/events/batch", 422, token: cast.server, ["events": []])
            try caller.send("POST", "/v1/events/batch", 400, token: cast.server)
        }
    }

    @Test func `money and administration`() async throws {
        try await withCaller { caller, cast in
            let uid = cast.anne.uid
            try caller.client.reachLevel(5, token: cast.ben.token, id: newID())
            let redemptions = "/v1/users/{uid}/redemptions"
            let posting = { (amount: Int64, id: String) -> JSONValue in
                [
                    "id": .string(id), "currency": "pieces_of_eight", "amount": .integer(amount),
                    "reason": "a test",
                ]
            }
            let id = newID()
            try caller.send("POST", redemptions, 201, uid: uid, token: cast.server, posting(20, id))
            try caller.send("POST", redemptions, 200, uid: uid, token: cast.server, posting(20, id))
            try caller.send("POST", redemptions, 422, uid: uid, token: cast.server, posting(21, id))
            try caller.send("POST", redemptions, 409, uid: uid, token: cast.server, posting(99, newID()))
            try caller.send("POST", redemptions, 404, uid: newID(), token: cast.server, posting(1, newID()))
            let adjustments = "/v1/admin/users/{uid}/adjustments"
            try caller.send("POST", adjustments, 201, uid: uid, token: cast.admin, posting(-3, newID()))
            try caller.send("POST", adjustments, 422, uid: uid, token: cast.admin, posting(0, newID()))
            try caller.send("POST", adjustments, 403, uid: uid, token: cast.server, posting(1, newID()))
            let externalID = "/v1/admin/users/{uid}/external-id"
            try caller.send("PUT", externalID, 200, uid: uid, token: cast.server, ["external_id": "9"])
            try caller.send(
                "PUT", externalID, 409, uid: cast.ben.uid, token: cast.admin, ["external_id": "9"])
            try caller.send("PUT", externalID, 422, uid: uid, token: cast.admin, ["external_id": ""])
            try caller.send("PUT", externalID, 404, uid: newID(), token: cast.admin, ["external_id": "8"])
            try caller.send("GET", "/v1/admin/users", 200, query: "?external_id=9", token: cast.admin)
            try caller.send("DELETE", externalID, 204, uid: uid, token: cast.admin)
            try caller.send("DELETE", externalID, 404, uid: newID(), token: cast.admin)
            try caller.send("GET", "/v1/admin/users", 200, query: "?limit=1", token: cast.admin)
            try caller.send("GET", "/v1/admin/users", 422, query: "?page=1", token: cast.admin)
            for part in ["", "/balances", "/ledger", "/referrals", "/events", "/decisions"] {
                let pattern = "/v1/admin/users/{uid}" + part
                for user in [cast.anne, cast.ben] {
                    try caller.send("GET", pattern, 200, uid: user.uid, token: cast.admin)
                }
                try caller.send("GET", pattern, 404, uid: newID(), token: cast.admin)
                try caller.send("GET", pattern, 403, uid: uid, token: cast.anne.token)
            }
            try caller.send("DELETE", "/v1/admin/users/{uid}", 204, uid: cast.ben.uid, token: cast.admin)
            try caller.send("DELETE", "/v1/admin/users/{uid}", 404, uid: newID(), token: cast.admin)
            try caller.send("GET", "/v1/admin/users/{uid}", 200, uid: cast.ben.uid, token: cast.admin)
            try caller.send("GET", "/v1/admin/users/{uid}/referrals", 200, uid: uid, token: cast.admin)
            try caller.send("GET", "/v1/admin/stats", 200, token: cast.admin)
            try caller.send("GET", "/v1/admin/ledger/check", 200, token: cast.admin)
        }
    }

    @Test func `an unbalanced ledger`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let key = try await server.key(.admin)
            try client.move(9, .adjustment, of: user.uid, key: key)
            try server.database.psql("UPDATE balances SET amount = 8")
            let caller = try DescribedClient(server)
            try caller.send("GET", "/v1/admin/ledger/check", 200, token: key)
        }
    }

    @Test func `operating, and what any request may get`() async throws {
        try await withCaller { caller, _ in
            for pattern in [
                "/health/live", "/health/ready", "/metrics", "/openapi.json", "/.well-known/jwks.json",
                "/v1/app",
            ] {
                try caller.send("GET", pattern, 200)
            }
            try caller.send("POST", "/v1/users", 400, headers: ["Content-Type": "application/json"])
            try caller.send("POST", "/v1/users", 413, .string(String(repeating: "x", count: 65_536)))
        }
    }
}
