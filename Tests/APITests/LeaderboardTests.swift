import Crypto
import EventLoops
import HTTP
import JSON
import Postgres
import TestSupport
import Testing

@testable import Batching
@testable import Reporting

/// Those whom friends brought most, and who sees what of them.
struct LeaderboardTests {
    private func board(
        _ client: TestClient, _ query: String = "", token: String
    ) throws -> JSONValue {
        let reply = try client.get("/v1/leaderboard?currency=pieces_of_eight" + query, token: token)
        expect(reply, 200)
        try Description(client).check(reply, to: "GET", "/v1/leaderboard")
        return reply.json
    }

    /// What the worker does once a minute, with grants that are two minutes old.
    private func takeIn(_ server: TestServer) async throws {
        for table in ["users", "ledger_entries"] {
            try server.database.tamper(table, set: "created_at = created_at - interval '2 minutes'")
        }
        try await server.database.withPool { pool, _ in
            let clock = DatabaseClock(try await pool.readClock())
            try await LeaderKeeper(pool: pool, clock: clock, log: { _ in }).takeIn()
        }
    }

    private func player(_ client: TestClient, friends: Int) throws -> TestUser {
        let player = try client.signUp()
        for _ in 0..<friends {
            let friend = try client.signUp(referredBy: player.code)
            try client.reachLevel(5, token: friend.token, id: newID())
        }
        return player
    }

    @Test func `the first hundred, one's own place, and names of those who show them to everybody`()
        async throws
    {
        try await TestServer.with { server in
            let client = try server.client
            let before = try board(client, token: try client.signUp().token)
            #expect(before["leaders"] == [])
            #expect(before["me"] == ["place": .null, "amount": 0])
            let players = try [2, 1, 3].map { try player(client, friends: $0) }
            let profiles: [[String: JSONValue]] = [
                ["full_name": "Anne Bonny", "image_url": "https://example.com/a.png", "public": true],
                ["full_name": "Ben Gunn"], ["short_name": "Carl", "public": false],
            ]
            for (player, profile) in zip(players, profiles) {
                try client.send("PUT", "/v1/users/me/profile", token: player.token, .object(profile))
                    .required(200)
            }
            try await takeIn(server)
            let shown = try board(client, token: players[0].token)
            let leaders = shown["leaders"]?.array ?? []
            #expect(leaders.map { $0["amount"]?.integer } == [150, 100, 50])
            #expect(leaders.map { $0["place"]?.integer } == [1, 2, 3])
            #expect(leaders.map { $0["name"]?.string } == [nil, "Anne Bonny", nil])
            #expect(leaders[1]["image_url"] == "https://example.com/a.png")
            #expect(leaders.map { $0["is_me"] } == [false, true, false])
            #expect(leaders.allSatisfy { $0["uid"] == nil })
            #expect(shown["me"] == ["place": 2, "amount": 100])
            let ever = try board(client, "&days=all", token: players[0].token)
            #expect(ever["leaders"] == shown["leaders"] && ever["me"] == shown["me"])
            let rum = try client.get("/v1/leaderboard?currency=rum&days=7", token: players[0].token)
            #expect(rum.json["leaders"] == [])
            // What everybody saw is hidden again.
            try client.send("PUT", "/v1/users/me/profile", token: players[0].token, ["full_name": "Anne"])
                .required(200)
            let hidden = try board(client, token: players[1].token)["leaders"]?.array ?? []
            #expect(hidden.allSatisfy { $0["name"] == .null && $0["image_url"] == .null })
        }
    }

    @Test func `what is paid is in it at once`() async throws {
        try await wellWithinADay()
        try await TestServer.with { server in
            let client = try server.client
            let anne = try player(client, friends: 1)
            #expect(try board(client, token: anne.token)["me"] == ["place": 1, "amount": 50])
            try client.send(
                "PUT", "/v1/users/me/profile", token: anne.token, ["full_name": "Anne", "public": true]
            ).required(200)
            try await takeIn(server)
            let ben = try player(client, friends: 3)
            let shown = try await eventually {
                let board = try board(client, "&days=1", token: ben.token)
                return board["me"] == ["place": 1, "amount": 150]
                    && board["leaders"]?.array?.map { $0["name"] } == [.null, "Anne"]
                    && board["counted_until"] != .null
            }
            #expect(shown)
        }
    }

    @Test func `a key is told whose places they are, and the blocked have none`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let players = try [1, 2].map { try player(client, friends: $0) }
            try await takeIn(server)
            for scope in [APIKey.Scope.server, .read, .admin] {
                let seen = try board(client, token: try await server.key(scope))
                let leaders = seen["leaders"]?.array ?? []
                #expect(leaders.map { $0["uid"]?.string } == [players[1].uid, players[0].uid])
                #expect(seen["me"] == nil && leaders.allSatisfy { $0["is_me"] == nil })
            }
            try client.send(
                "PUT", "/v1/admin/users/\(players[1].uid)/standing", token: try await server.key(.admin),
                ["standing": "blocked", "reason": "a ring"]
            ).required(200)
            let isFirst = try await eventually {
                try board(client, token: players[0].token)["me"] == ["place": 1, "amount": 50]
            }
            #expect(isFirst)
            #expect(try board(client, token: players[0].token)["leaders"]?.array?.count == 1)
        }
    }

    @Test func `what friends brought a player is the account's that it becomes`() async throws {
        try await TestServer.with { server in
            let cast = try await MergeCast(server)
            let ben = try cast.account("ben")
            let (counted, fresh) = (try player(cast.client, friends: 2), try player(cast.client, friends: 1))
            try await takeIn(server)
            expect(try cast.merge(counted.token, into: "ben"), 200)
            let merged = try cast.merge(fresh.token, into: "ben").required(200)
            try await takeIn(server)
            for span in ["", "&days=7"] {
                let leaders = try board(cast.client, span, token: cast.back)["leaders"]?.array
                #expect(leaders?.map { $0["uid"]?.string } == [ben.uid])
                let own = try board(cast.client, span, token: TestUser(merged).token)
                #expect(own["me"] == ["place": 1, "amount": 150])
            }
        }
    }

    @Test func `it wants a currency, and spans that there are`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.read)
            for (query, mistake) in [
                ("", "/currency required"), ("currency=Gold", "/currency invalid"),
                ("currency=gold&days=2", "/days invalid"), ("currency=gold&limit=5", "/limit unknown_field"),
            ] {
                let reply = try client.get("/v1/leaderboard?" + query, token: key)
                expectProblem(reply, 422, "validation", mistakes: [mistake])
            }
            expectProblem(try client.get("/v1/leaderboard?currency=gold"), 401, "unauthenticated")
        }
    }
}
