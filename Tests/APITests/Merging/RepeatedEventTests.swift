import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Events whose replies were lost, sent again when the player has become an account.
struct RepeatedEventTests {
    private func counter(_ id: String, by step: Int64 = 5) -> JSONValue {
        [
            "id": .string(id), "type": "counter_incremented", "counter": "races", "by": .integer(step),
        ]
    }

    private func races(_ cast: MergeCast, _ user: TestUser) throws -> String {
        try cast.server.database.psql("SELECT counters FROM users WHERE uid = '\(user.uid)'")
    }

    @Test func `the account's app gets the first reply, as the account's own`() async throws {
        try await TestServer.with { server in
            let cast = try await MergeCast(server)
            let client = cast.client
            _ = try cast.account("ben")
            let (anne, player) = (try client.signUp(), try client.signUp())
            let friend = try client.signUp(referredBy: player.code)
            try client.reachLevel(5, token: friend.token, id: newID()).required(200)
            let id = newID()
            let first = try client.send("POST", "/v1/events", token: player.token, counter(id)).required(200)
            let ben = TestUser(try cast.merge(player.token, into: "ben").required(200))
            let again = try client.send("POST", "/v1/events", token: ben.token, counter(id)).required(200)
            #expect(again.json["event"]?["replayed"] == true)
            #expect(again.json["event"]?["uid"]?.string == ben.uid)
            #expect(again.json["event"]?["received_at"] == first.json["event"]?["received_at"])
            #expect(again.json["user"]?["uid"]?.string == ben.uid)
            #expect(again.json["user"]?["is_anonymous"] == false)
            #expect(try races(cast, ben) == "{races=5}")
            let other = try client.send("POST", "/v1/events", token: ben.token, counter(id, by: 6))
            expectProblem(other, 422, "event-id-reused")
            // Another player's id is the account's own to use.
            expect(try client.send("POST", "/v1/events", token: anne.token, counter(newID())), 200)
        }
    }

    @Test func `the player's own token is answered for what was recorded, and sent on for the rest`()
        async throws
    {
        try await TestServer.with { server in
            let cast = try await MergeCast(server)
            let client = cast.client
            let (ben, player) = (try cast.account("ben"), try client.signUp())
            let ids = [newID(), newID()]
            try client.send("POST", "/v1/events", token: player.token, counter(ids[0])).required(200)
            try cast.merge(player.token, into: "ben").required(200)
            func send(_ path: String, _ body: JSONValue) throws -> TestClient.Reply {
                try client.send("POST", path, token: player.token, body)
            }
            let again = try send("/v1/events", counter(ids[0]))
            #expect(again.status == 200 && again.json["event"]?["replayed"] == true, "\(again.text)")
            expectMerged(try send("/v1/events", counter(ids[1])), into: ben.uid)
            let batch = try send("/v1/events/batch", ["events": [counter(ids[0])]])
            #expect(batch.json["results"]?[0]?["event"]?["replayed"] == true, "\(batch.text)")
            // As a whole, so that the app keeps both and sends them again with the account's token.
            expectMerged(
                try send("/v1/events/batch", ["events": [counter(ids[0]), counter(ids[1])]]), into: ben.uid)
            expectMerged(try client.get("/v1/users/me", token: player.token), into: ben.uid)
            let all = try client.send(
                "POST", "/v1/events/batch", token: ben.token,
                ["events": [counter(ids[0]), counter(ids[1]), counter(ids[0])]])
            let replayed = all.json["results"]?.array?.map { $0["event"]?["replayed"] }
            #expect(replayed == [true, false, true], "\(all.text)")
            #expect(try races(cast, ben) == "{races=10}")
        }
    }

    @Test func `of two players merged into one account both are known`() async throws {
        try await TestServer.with { server in
            let cast = try await MergeCast(server)
            let client = cast.client
            let ben = try cast.account("ben")
            var ids: [String] = []
            for step in [2, 3] as [Int64] {
                let player = try client.signUp()
                let id = newID()
                ids.append(id)
                try client.send("POST", "/v1/events", token: player.token, counter(id, by: step)).required(
                    200)
                try cast.merge(player.token, into: "ben").required(200)
            }
            for (id, step) in zip(ids, [2, 3] as [Int64]) {
                let again = try client.send("POST", "/v1/events", token: ben.token, counter(id, by: step))
                #expect(again.json["event"]?["replayed"] == true, "\(again.text)")
            }
            #expect(try races(cast, ben) == "{races=5}")
        }
    }
}
