import Accounts
import HTTP
import JSON
import TestSupport
import Testing

/// `POST /v1/sessions/refresh`: rotation, its grace, and what reuse ends.
struct RefreshTests {
    private func refresh(_ token: String, _ client: TestClient) throws -> TestClient.Reply {
        try client.send("POST", "/v1/sessions/refresh", ["refresh_token": .string(token)])
    }

    private func session(_ reply: TestClient.Reply) -> (access: String, refresh: String) {
        let session = reply.json["session"]
        return (session?["access_token"]?.string ?? "", session?["refresh_token"]?.string ?? "")
    }

    @Test func `trades a refresh token for its successor and a new access token`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let reply = try refresh(user.refreshToken, client)
            expect(reply, 200)
            #expect(reply.json.names == ["session"])
            #expect(reply.json["session"]?.names == UsersTests.sessionMembers)
            let next = session(reply)
            #expect(next.refresh != user.refreshToken)
            for token in [user.token, next.access] {
                #expect(try client.get("/v1/users/me", token: token).json["user"]?["uid"]?.string == user.uid)
            }
            expect(try refresh(next.refresh, client), 200)
        }
    }

    @Test func `returns the successor again to a client whose reply was lost`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let first = session(try refresh(user.refreshToken, client))
            let again = session(try refresh(user.refreshToken, client))
            #expect(again.refresh == first.refresh)
            #expect(try client.get("/v1/users/me", token: again.access).status == 200)
            expect(try refresh(again.refresh, client), 200)
        }
    }

    @Test func `gives concurrent refreshes of one token one successor`() async throws {
        try await TestServer.with { server in
            let clients = try (0..<6).map { _ in try server.client }
            let user = try clients[0].signUp()
            for client in clients {
                try client.post(
                    "POST", "/v1/sessions/refresh", ["refresh_token": .string(user.refreshToken)])
            }
            let replies = try clients.map { try $0.reply() }
            #expect(replies.allSatisfy { $0.status == 200 })
            #expect(Set(replies.map { session($0).refresh }).count == 1)
        }
    }

    @Test func `ends the whole family when an old token comes after its successor was seen`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let next = session(try refresh(user.refreshToken, client))
            #expect(try client.get("/v1/users/me", token: next.access).status == 200)
            try server.database.psql("UPDATE sessions SET rotated_at = now() - interval '20 s'")
            expectProblem(try refresh(user.refreshToken, client), 401, "unauthenticated")
            expectProblem(try refresh(next.refresh, client), 401, "unauthenticated")
            for token in [user.token, next.access] {
                expectProblem(try client.get("/v1/users/me", token: token), 401, "unauthenticated")
            }
        }
    }

    @Test func `ends the whole family when a token older than the last comes, even at once`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let second = session(try refresh(user.refreshToken, client))
            let third = session(try refresh(second.refresh, client))
            expectProblem(try refresh(user.refreshToken, client), 401, "unauthenticated")
            expectProblem(try refresh(third.refresh, client), 401, "unauthenticated")
            expectProblem(try client.get("/v1/users/me", token: third.access), 401, "unauthenticated")
        }
    }

    @Test func `refuses tokens that are expired, invented or of another kind`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let bystander = try client.signUp()
            var forged = Array(user.refreshToken)
            forged[60] = forged[60] == "A" ? "B" : "A"
            for token in ["x", "rt_", String(forged), user.token, String(repeating: "é", count: 1024)] {
                let reply = try refresh(token, client)
                expectProblem(reply, 401, "unauthenticated")
                #expect(reply[header: "www-authenticate"] == "Bearer")
            }
            // An invented token ends nobody's session.
            expect(try refresh(user.refreshToken, client), 200)
            // Before the service's clock, which is a little behind PostgreSQL's.
            try server.database.psql(
                "UPDATE sessions SET expires_at = now() - interval '1 min' WHERE uid = '\(bystander.uid)'")
            expectProblem(try refresh(bystander.refreshToken, client), 401, "unauthenticated")
        }
    }

    @Test func `refuses fields that are missing, wrong or unknown`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            expectProblem(
                try client.send("POST", "/v1/sessions/refresh", ["token": "x"]), 422, "validation",
                mistakes: ["/refresh_token required", "/token unknown_field"])
            expectProblem(
                try refresh(String(repeating: "r", count: 1025), client), 422, "validation",
                mistakes: ["/refresh_token too_long"])
        }
    }
}
