import HTTP
import JSON
import TestSupport
import Testing

/// `PUT /v1/users/me/credential`.
struct CredentialTests {
    private let path = "/v1/users/me/credential"

    private func body(_ email: String, _ password: String = TestClient.password) -> JSONValue {
        ["email": .string(email), "password": .string(password)]
    }

    @Test func `keeps the uid, stamps the first sign-in, and pays the referred user`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            var ben = try client.signUp(referredBy: anne.code)
            let uid = ben.uid
            let reply = try client.link(&ben, email: "  Ben@Example.COM ")
            expect(reply, 200)
            #expect(reply.json.names == ["user", "session", "rewards"])
            let user = try #require(reply.json["user"])
            #expect(user.names == UsersTests.userMembers)
            #expect(user["uid"]?.string == uid)
            #expect(user["email"] == "ben@example.com")
            #expect(user["is_anonymous"] == false)
            #expect(user["last_signin_at"]?.isTime == true)
            #expect(reply.json["session"]?.names == UsersTests.sessionMembers)
            #expect(reply.json["rewards"]?.array?.count == 1)
            let reward = try #require(reply.json["rewards"]?[0])
            #expect(
                reward.names == [
                    "id", "rule", "beneficiary", "role", "subject", "currency", "amount", "status",
                    "granted_at", "release_at",
                ])
            #expect(reward["rule"] == "signup")
            #expect(reward["beneficiary"]?.string == uid)
            #expect(reward["role"] == "referee")
            #expect(reward["subject"]?.string == uid)
            #expect(reward["currency"] == "pieces_of_eight")
            #expect(reward["amount"] == 50)
            #expect(reward["status"] == "paid")
            #expect(reward["granted_at"]?.isTime == true)
            #expect(try client.balance(token: ben.token) == 50)
            #expect(try client.balance(token: anne.token) == 0)
        }
    }

    @Test func `pays nothing to a user whom nobody referred`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            var anne = try client.signUp()
            let reply = try client.link(&anne, email: "anne@example.com")
            #expect(reply.json["rewards"] == [])
            #expect(try client.get("/v1/users/me/balances", token: anne.token).json["balances"] == [:])
        }
    }

    @Test func `answers the same credential again with another session, and pays nothing`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            var ben = try client.signUp(referredBy: try client.signUp().code)
            let first = try client.link(&ben, email: "ben@example.com")
            let earlier = ben.token
            let again = try client.link(&ben, email: "BEN@example.com")
            expect(again, 200)
            #expect(again.json["user"] == first.json["user"])
            #expect(again.json["rewards"] == [])
            #expect(ben.token != earlier)
            #expect(try client.get("/v1/users/me", token: earlier).status == 200)
            #expect(try client.balance(token: ben.token) == 50)
        }
    }

    @Test func `refuses another credential for a user who has one`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            var anne = try client.signUp()
            var ben = try client.signUp()
            try client.link(&anne, email: "anne@example.com")
            try client.link(&ben, email: "ben@example.com")
            for (email, password) in [
                ("benedict@example.com", TestClient.password), ("anne@example.com", TestClient.password),
                ("ben@example.com", "another good password"),
            ] {
                expectProblem(
                    try client.send("PUT", path, token: ben.token, body(email, password)), 409,
                    "credential-already-linked")
            }
            #expect(
                try client.get("/v1/users/me", token: ben.token).json["user"]?["email"] == "ben@example.com")
        }
    }

    @Test func `refuses the e-mail of another account, and leaves the anonymous session good`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            var anne = try client.signUp()
            try client.link(&anne, email: "anne@example.com")
            let ben = try client.signUp(referredBy: anne.code)
            let before = try client.get("/v1/users/me", token: ben.token)
            expectProblem(
                try client.send("PUT", path, token: ben.token, body("Anne@example.com")), 409,
                "email-already-in-use")
            let after = try client.get("/v1/users/me", token: ben.token)
            expect(after, 200)
            #expect(after.json == before.json)
            let refreshed = try client.send(
                "POST", "/v1/sessions/refresh", ["refresh_token": .string(ben.refreshToken)])
            expect(refreshed, 200)
            #expect(try client.balance(token: ben.token) == 0)
        }
    }

    @Test func `lets one of two concurrent links of an e-mail win`() async throws {
        try await TestServer.with { server in
            let clients = try (0..<4).map { _ in try server.client }
            let users = try clients.map { try $0.signUp() }
            for (client, user) in zip(clients, users) {
                try client.post("PUT", path, token: user.token, body("anne@example.com"))
            }
            let replies = try clients.map { try $0.reply() }
            #expect(replies.filter { $0.status == 200 }.count == 1)
            for reply in replies where reply.status != 200 {
                expectProblem(reply, 409, "email-already-in-use")
            }
        }
    }

    @Test func `ends earlier tokens at once here, and within a second in another process`() async throws {
        try await TestServer.with { server in
            let other = try await TestServer.start(on: server.database)
            let outcome: Result<Void, any Error> = await Result(catchingAsync: {
                let client = try server.client
                let there = try other.client
                var ben = try client.signUp()
                let earlier = ben
                #expect(try there.get("/v1/users/me", token: earlier.token).status == 200)
                try client.link(&ben, email: "ben@example.com")
                expectProblem(try client.get("/v1/users/me", token: earlier.token), 401, "unauthenticated")
                let clients = [try server.client, try server.client, there, try other.client]
                let isEnded = try await soon {
                    try clients.allSatisfy { try $0.get("/v1/users/me", token: earlier.token).status == 401 }
                }
                #expect(isEnded)
                for client in clients {
                    expectProblem(
                        try client.get("/v1/users/me", token: earlier.token), 401, "unauthenticated")
                    #expect(try client.get("/v1/users/me", token: ben.token).status == 200)
                }
                expectProblem(
                    try client.send(
                        "POST", "/v1/sessions/refresh", ["refresh_token": .string(earlier.refreshToken)]),
                    401, "unauthenticated")
            })
            await other.stop()
            try outcome.get()
        }
    }

    @Test func `refuses passwords that are short, long, common or the e-mail`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            for (password, mistake) in [
                ("1234567", "/password too_short"),
                (String(repeating: "p", count: 129), "/password too_long"),
                ("Password123", "/password common"), ("ben@example.com", "/password is_email"),
            ] {
                expectProblem(
                    try client.send("PUT", path, token: user.token, body("ben@example.com", password)), 422,
                    "validation", mistakes: [mistake])
            }
            let longest = String((0..<128).map { ["🏴", "7", "ß", "q", "-"][$0 * $0 % 5] }.joined())
            expect(
                try client.send("PUT", path, token: user.token, body("ben@example.com", longest)), 200)
        }
    }

    @Test func `refuses text that is no e-mail, and fields that are missing or unknown`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let token = try client.signUp().token
            for email in [
                "", "ben", "ben@", "@example.com", "a@b@example.com", "ben@example", "b en@example.com",
            ] {
                expectProblem(
                    try client.send("PUT", path, token: token, body(email)), 422, "validation",
                    mistakes: ["/email invalid"])
            }
            expectProblem(
                try client.send("PUT", path, token: token, ["mail": "ben@example.com"]), 422, "validation",
                mistakes: ["/email required", "/password required", "/mail unknown_field"])
        }
    }
}
