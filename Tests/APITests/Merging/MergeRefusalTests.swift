import HTTP
import JSON
import TestSupport
import Testing

/// Who is refused a merge, and what the old uid answers afterwards.
struct MergeRefusalTests {
    @Test func `nothing happens for a wrong password or a token that is none`() async throws {
        try await TestServer.with { server in
            let cast = try await MergeCast(server)
            _ = try cast.account("ben")
            let player = try cast.client.signUp()
            expectProblem(
                try cast.merge(player.token, into: "ben", password: "another one"), 401, "invalid-credentials"
            )
            for token in ["x", player.refreshToken, player.token + "x", cast.back] {
                expectProblem(try cast.merge(token, into: "ben"), 401, "unauthenticated")
            }
            expectProblem(
                try cast.client.send(
                    "POST", "/v1/sessions",
                    ["email": "ben@example.com", "password": .string(TestClient.password), "merge": ""]),
                422, "validation", mistakes: ["/merge too_short"])
            expect(try cast.client.get("/v1/users/me", token: player.token), 200)
            #expect(try server.database.psql("SELECT count(*) FROM merges") == "0")
        }
    }

    @Test func `an account is no anonymous player, and no session is left of the try`() async throws {
        try await TestServer.with { server in
            let cast = try await MergeCast(server)
            let (ben, carl) = (try cast.account("ben"), try cast.account("carl"))
            for token in [carl.token, ben.token] {
                expectProblem(try cast.merge(token, into: "ben"), 409, "merge-not-anonymous")
            }
            let sessions = try cast.client.get("/v1/users/me/sessions", token: ben.token).json
            #expect(sessions["sessions"]?.array?.count == 1)
        }
    }

    @Test func `sessions that have ended bring nobody along`() async throws {
        try await TestServer.with { server in
            let cast = try await MergeCast(server)
            let client = cast.client
            _ = try cast.account("ben")
            var (left, out, linked) = (try client.signUp(), try client.signUp(), try client.signUp())
            let former = linked.token
            expect(try client.send("DELETE", "/v1/users/me", token: left.token), 202)
            expect(try client.send("DELETE", "/v1/sessions/current", token: out.token), 204)
            try client.link(&linked, email: "linked@example.com").required(200)
            expectProblem(try cast.merge(left.token, into: "ben"), 401, "unauthenticated")
            expectProblem(try cast.merge(out.token, into: "ben"), 401, "unauthenticated")
            expectProblem(try cast.merge(former, into: "ben"), 409, "merge-not-anonymous")
            (left, out) = (out, left)
        }
    }

    @Test func `the same again answers the same, another account's is refused`() async throws {
        try await TestServer.with { server in
            let cast = try await MergeCast(server)
            let client = cast.client
            let ben = try cast.account("ben")
            _ = try cast.account("carl")
            let player = try client.signUp()
            try client.move(7, .adjustment, of: player.uid, key: cast.admin).required(201)
            let first = try cast.merge(player.token, into: "ben").required(200)
            for _ in 0..<2 {
                let again = try cast.merge(player.token, into: "ben")
                expect(again, 200)
                #expect(again.json["merged"] == first.json["merged"])
            }
            expectMerged(try cast.merge(player.token, into: "carl"), into: ben.uid)
            #expect(try cast.balance(of: ben.uid) == 7)
            try cast.expectSoundBooks()
        }
    }

    @Test func `the old uid leads its own tokens, servers and administrators to the account`() async throws {
        try await TestServer.with { server in
            let cast = try await MergeCast(server)
            let client = cast.client
            let ben = try cast.account("ben")
            let player = try client.signUp()
            expect(try cast.merge(player.token, into: "ben"), 200)
            expectMerged(try client.get("/v1/users/me", token: player.token), into: ben.uid)
            expectMerged(try client.reachLevel(3, token: player.token, id: newID()), into: ben.uid)
            expectMerged(
                try client.send(
                    "POST", "/v1/sessions/refresh", ["refresh_token": .string(player.refreshToken)]),
                into: ben.uid)
            let user = "/v1/admin/users/\(player.uid)"
            for path in [
                "", "/balances", "/ledger", "/rewards", "/referrals", "/events", "/decisions", "/explanation",
            ] {
                expectMerged(try client.get(user + path, token: cast.admin), into: ben.uid)
            }
            expectMerged(try client.send("DELETE", user, token: cast.admin), into: ben.uid)
            expectMerged(
                try client.send(
                    "PUT", user + "/standing", token: cast.admin, ["standing": "watched", "reason": "a test"]),
                into: ben.uid)
            expectMerged(
                try client.send("PUT", user + "/external-id", token: cast.back, ["external_id": "4711"]),
                into: ben.uid)
            expectMerged(try client.move(1, .redemption, of: player.uid, key: cast.back), into: ben.uid)
            expectMerged(try client.move(1, .adjustment, of: player.uid, key: cast.admin), into: ben.uid)
            expectMerged(
                try client.get("/v1/users/\(player.uid)/balances", token: cast.back), into: ben.uid)
            expectMerged(
                try client.reachLevel(3, token: cast.back, id: newID(), uid: player.uid), into: ben.uid)
            let batch = try client.send(
                "POST", "/v1/events/batch", token: cast.back,
                [
                    "events": [
                        TestClient.event(["type": "level_reached", "level": 2, "uid": .string(player.uid)]),
                        TestClient.event(["type": "level_reached", "level": 2, "uid": .string(ben.uid)]),
                    ]
                ])
            #expect(batch.json["results"]?.array?.map { $0["status"] } == [410, 200], "\(batch.text)")
            #expect(batch.json["results"]?[0]?["problem"]?["uid"]?.string == ben.uid)
        }
    }

    @Test func `its own tokens are told for 30 days of PostgreSQL's clock`() async throws {
        try await TestServer.withMovableClock { server in
            let cast = try await MergeCast(server)
            let ben = try cast.account("ben")
            let player = try cast.client.signUp()
            expect(try cast.merge(player.token, into: "ben"), 200)
            func ask() throws -> [TestClient.Reply] {
                [
                    try cast.client.get("/v1/users/me", token: player.token),
                    try cast.client.send(
                        "POST", "/v1/sessions/refresh", ["refresh_token": .string(player.refreshToken)]),
                ]
            }
            // The access token's quarter of an hour is long over.
            try server.database.moveClock(by: "29 days 23 hours")
            for reply in try ask() { expectMerged(reply, into: ben.uid) }
            try server.database.moveClock(by: "30 days 1 minute")
            for reply in try ask() { expectProblem(reply, 401, "unauthenticated") }
            expectMerged(
                try cast.client.get("/v1/admin/users/\(player.uid)", token: cast.admin), into: ben.uid)
        }
    }

    @Test func `erasing the account erases who became it`() async throws {
        try await TestServer.with { server in
            let cast = try await MergeCast(server)
            let client = cast.client
            let ben = try cast.account("ben")
            let player = try client.signUp()
            try client.send(
                "PUT", "/v1/users/me/profile", token: player.token, ["full_name": "Benjamin Gunn"]
            ).required(200)
            expect(try cast.merge(player.token, into: "ben"), 200)
            expect(try client.send("DELETE", "/v1/admin/users/\(ben.uid)", token: cast.admin), 204)
            let left = """
                SELECT (SELECT count(*) FROM user_profiles) + (SELECT count(*) FROM referral_codes)
                    + (SELECT count(*) FROM users WHERE referral_code <> '0000000000')
                    + (SELECT count(referral_code) FROM merged_users)
                """
            #expect(try await eventually { try server.database.psql(left) == "0" })
            expectMerged(try client.get("/v1/admin/users/\(player.uid)", token: cast.admin), into: ben.uid)
            let reply = try client.send("POST", "/v1/users", ["referred_by": .string(player.uid)])
            #expect(reply.json["referral"]?["reason"] == "unknown_referrer")
            try cast.expectSoundBooks()
        }
    }

    @Test func `who came in as it was under way is the account's a moment later`() async throws {
        try await TestServer.with { server in
            let cast = try await MergeCast(server)
            let client = cast.client
            let ben = try cast.account("ben")
            let player = try client.signUp()
            let friend = try client.signUp()
            expect(try cast.merge(player.token, into: "ben"), 200)
            // As a sign-up leaves it that had looked before.
            try server.database.psql(
                "UPDATE users SET referred_by = '\(player.uid)' WHERE uid = '\(friend.uid)'")
            try client.reachLevel(5, token: friend.token, id: newID())
            #expect(try cast.balance(of: ben.uid) == 0)
            try await cast.settle()
            #expect(try cast.balance(of: ben.uid) == 50)
            let referees = "SELECT count(*) FROM users WHERE referred_by = '\(ben.uid)'"
            #expect(try server.database.psql(referees) == "1")
            try cast.expectSoundBooks()
        }
    }
}
