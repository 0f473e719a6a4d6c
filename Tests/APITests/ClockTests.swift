import HTTP
import JSON
import TestSupport
import Testing

/// Tokens and keys go by PostgreSQL's clock, wherever it is set.
struct ClockTests {
    @Test func `access tokens are good for a quarter of an hour of the database's clock`() async throws {
        try await TestServer.withMovableClock { server in
            let client = try server.client
            let user = try client.signUp()
            try server.database.moveClock(by: "16 min")
            #expect(await eventually { (try? client.get("/v1/users/me", token: user.token).status) == 401 })
            // Whoever refreshes goes on.
            let session = try refresh(user.refreshToken, client).json["session"]
            let token = session?["access_token"]?.string ?? ""
            expect(try client.get("/v1/users/me", token: token), 200)
        }
    }

    @Test func `a clock set back a day accepts no rotated token, and ends its session`() async throws {
        try await TestServer.withMovableClock { server in
            let client = try server.client
            let user = try client.signUp()
            let before = try #require(try createdAt(client))
            let rotated = try refresh(user.refreshToken, client)
            let successor = rotated.json["session"]?["refresh_token"]?.string ?? ""
            let access = rotated.json["session"]?["access_token"]?.string ?? ""
            expect(try client.get("/v1/users/me", token: access), 200)
            try server.database.moveClock(by: "-1 day")
            let isFollowed = await eventually {
                // RFC 3339 in UTC sorts as time does.
                ((try? createdAt(client)) ?? "") < before
            }
            #expect(isFollowed)
            for token in [user.refreshToken, successor] {
                expectProblem(try refresh(token, client), 401, "unauthenticated")
            }
        }
    }

    private func createdAt(_ client: TestClient) throws -> String? {
        try client.send("POST", "/v1/users", [:]).json["user"]?["created_at"]?.string
    }

    @Test func `a current token is good whichever way the clock went`() async throws {
        try await TestServer.withMovableClock { server in
            let client = try server.client
            let user = try client.signUp()
            var token = user.refreshToken
            for interval in ["-1 day", "1 day", "30 s", "-30 s", "0"] {
                try server.database.moveClock(by: interval)
                let reply = try refresh(token, client)
                expect(reply, 200)
                token = reply.json["session"]?["refresh_token"]?.string ?? ""
                // Its access token is good at once, whatever this loop's clock was a second ago.
                #expect(
                    await eventually {
                        let fresh = try? refresh(token, client).json["session"]
                        token = fresh?["refresh_token"]?.string ?? token
                        return
                            (try? client.get("/v1/users/me", token: fresh?["access_token"]?.string ?? "")
                            .status)
                            == 200
                    })
            }
        }
    }

    private func refresh(_ token: String, _ client: TestClient) throws -> TestClient.Reply {
        try client.send("POST", "/v1/sessions/refresh", ["refresh_token": .string(token)])
    }
}
