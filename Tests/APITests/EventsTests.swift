import API
import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// `POST /v1/events`.
struct EventsTests {
    private let level: [String: JSONValue] = ["type": "level_reached", "level": 5]

    @Test func `users are told so where only servers may post events`() async throws {
        var options = TestServer.Options()
        options.api.takesUserEvents = false
        try await TestServer.with(options) { server in
            let client = try server.client
            let user = try client.signUp()
            for (path, body) in [("/v1/events", JSONValue.object([])), ("/v1/events/batch", ["events": []])] {
                let reply = try client.send("POST", path, token: user.token, body)
                expectProblem(reply, 403, "forbidden")
                let needed = "This is a user's access token. A key (sk_…) with the scope server is needed."
                #expect(reply.json["detail"]?.string == needed)
            }
            let key = try await server.key(.server)
            expect(try client.reachLevel(5, token: key, id: newID(), uid: user.uid), 200)
        }
    }

    @Test func `records a level, and raises the highest`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let id = newID()
            let reply = try client.event(
                ["type": "level_reached", "level": 9, "occurred_at": "2026-11-21T13:00:00.1239+01:00"],
                id: id.uppercased(), token: user.token)
            expect(reply, 200)
            #expect(reply.json.names == ["event", "user", "rewards"])
            let event = try #require(reply.json["event"])
            #expect(
                event.names == ["id", "type", "uid", "level", "occurred_at", "received_at", "replayed"])
            #expect(event["id"]?.string == id)
            #expect(event["type"] == "level_reached")
            #expect(event["uid"]?.string == user.uid)
            #expect(event["level"] == 9)
            #expect(event["occurred_at"] == "2026-11-21T12:00:00.123Z")
            #expect(event["received_at"]?.isTime == true)
            #expect(event["replayed"] == false)
            #expect(reply.json["user"]?.names == UsersTests.userMembers)
            #expect(reply.json["rewards"] == [])
            let lower = try client.event(["type": "level_reached", "level": 1], token: user.token)
            #expect(lower.json["event"]?["occurred_at"] == .null)
            #expect(lower.json["user"]?["level"] == 1)
            #expect(lower.json["user"]?["highest_level"] == 9)
            #expect(try client.seenByAll(user) == lower.json["user"])
        }
    }

    @Test func `records a milestone`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let reply = try client.event(
                ["type": "milestone_reached", "milestone": "tutorial_completed", "uid": .string(user.uid)],
                token: user.token)
            expect(reply, 200)
            #expect(
                reply.json["event"]?.names
                    == ["id", "type", "uid", "milestone", "occurred_at", "received_at", "replayed"])
            #expect(reply.json["event"]?["milestone"] == "tutorial_completed")
        }
    }

    @Test func `records a platform, once for many starts`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let reply = try client.event(["type": "platform_used", "platform": "ios"], token: user.token)
            expect(reply, 200)
            #expect(
                reply.json["event"]?.names
                    == ["id", "type", "uid", "platform", "occurred_at", "received_at", "replayed"])
            #expect(reply.json["event"]?["platform"] == "ios")
            expect(
                try client.event(["type": "platform_used", "platform": "ios"], token: user.token), 200)
            let used = try server.database.psql(
                "SELECT array_to_string(settled_rules, ' ') FROM users WHERE uid = '\(user.uid)'")
            #expect(used == "*on_ios=paid")
            expectProblem(
                try client.event(["type": "platform_used", "platform": "amiga"], token: user.token), 422,
                "validation", mistakes: ["/platform invalid"])
        }
    }

    @Test func `takes 256 milestones of a user and no more`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let events = (1...256).map {
                TestClient.event(["type": "milestone_reached", "milestone": .string("m\($0)")])
            }
            let batch = try client.send(
                "POST", "/v1/events/batch", token: user.token, ["events": .array(events)])
            #expect(batch.json["results"]?.array?.allSatisfy { $0["status"] == 200 } == true)
            expectProblem(
                try client.event(["type": "milestone_reached", "milestone": "m257"], token: user.token), 422,
                "validation", mistakes: ["/milestone too_many"])
            expect(
                try client.event(["type": "milestone_reached", "milestone": "m1"], token: user.token), 200)
        }
    }

    @Test func `answers a repeat with the first reply, whatever has happened since`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            var ben = try client.signUp(referredBy: anne.code)
            let key = try await server.key(.server)
            let id = newID()
            let paying = newID()
            let first = try client.event(level, id: id, token: ben.token)
            let firstSeen = try client.event(
                ["type": "level_reached", "level": 6, "uid": .string(ben.uid)], id: paying, token: key)
            try client.link(&ben, email: "ben@example.com")
            try client.reachLevel(8, token: ben.token, id: newID())
            let again = try client.event(level, id: id, token: ben.token)
            expect(again, 200)
            #expect(first.text.contains(#""replayed":false"#))
            #expect(again.text == first.text.replacing(#""replayed":false"#, with: #""replayed":true"#))
            let seen = try client.event(
                ["type": "level_reached", "level": 6, "uid": .string(ben.uid)], id: paying, token: key)
            #expect(seen.text == firstSeen.text.replacing(#""replayed":false"#, with: #""replayed":true"#))
            #expect(try client.balance(token: anne.token) == 50)
        }
    }

    @Test func `answers 32 copies at once alike, and pays once`() async throws {
        try await TestServer.with { server in
            let clients = try (0..<32).map { _ in try server.client }
            let anne = try clients[0].signUp()
            let ben = try clients[0].signUp(referredBy: anne.code)
            let event = TestClient.event(level)
            for client in clients { try client.post("POST", "/v1/events", token: ben.token, event) }
            let replies = try clients.map { try $0.reply() }
            #expect(replies.filter { $0.json["event"]?["replayed"] == false }.count == 1)
            let texts = replies.map { $0.text.replacing(#""replayed":false"#, with: #""replayed":true"#) }
            #expect(Set(texts).count == 1)
            #expect(try clients[0].balance(token: anne.token) == 50)
        }
    }

    @Test func `refuses an id that was used for another event`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let id = newID()
            expect(try client.event(level, id: id, token: user.token), 200)
            let others: [[String: JSONValue]] = [
                ["type": "level_reached", "level": 6],
                ["type": "milestone_reached", "milestone": "tutorial_completed"],
                ["type": "level_reached", "level": 5, "occurred_at": "2026-11-21T12:00:00Z"],
            ]
            for other in others {
                expectProblem(try client.event(other, id: id, token: user.token), 422, "event-id-reused")
            }
            let another = try client.signUp()
            expect(try client.event(level, id: id, token: another.token), 200)
        }
    }

    @Test func `wants the user from a server, and none but itself from a user`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let ben = try client.signUp()
            let anne = try client.signUp()
            let key = try await server.key(.server)
            let of = { (uid: String) in level.merging(["uid": .string(uid)]) { $1 } }
            expectProblem(
                try client.event(level, token: key), 422, "validation", mistakes: ["/uid required"])
            expectProblem(
                try client.event(of(newID()), token: key), 422, "validation",
                mistakes: ["/uid unknown_user"])
            expectProblem(
                try client.event(of("ben"), token: key), 422, "validation", mistakes: ["/uid invalid"])
            expectProblem(
                try client.event(of(anne.uid), token: ben.token), 422, "validation",
                mistakes: ["/uid invalid"])
            expect(try client.event(of(ben.uid), token: key), 200)
            expect(try client.event(of(ben.uid), token: ben.token), 200)
        }
    }

    @Test func `refuses events of a wrong shape, and names each mistake`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let token = try client.signUp().token
            let rows: [([String: JSONValue], [String])] = [
                (["type": "level_reached"], ["/level required"]),
                (["type": "level_reached", "level": 0], ["/level out_of_range"]),
                (["type": "level_reached", "level": 1_000_001], ["/level out_of_range"]),
                (["type": "level_reached", "level": "5"], ["/level wrong_type"]),
                (["type": "level_reached", "level": .number(5.5)], ["/level wrong_type"]),
                (
                    ["type": "level_reached", "level": 5, "milestone": "x"],
                    ["/milestone unknown_field"]
                ),
                (["type": "milestone_reached", "milestone": "Tutorial"], ["/milestone invalid"]),
                (["type": "credential_linked"], ["/type invalid"]),
                (["type": "level_reached", "level": 5, "occurred_at": "noon"], ["/occurred_at invalid"]),
                ([:], ["/type required"]),
            ]
            for (event, mistakes) in rows {
                expectProblem(try client.event(event, token: token), 422, "validation", mistakes: mistakes)
            }
            expectProblem(
                try client.event(level, id: "five", token: token), 422, "validation",
                mistakes: ["/id invalid"])
            for level: Int64 in [1, 1_000_000] {
                expect(
                    try client.event(["type": "level_reached", "level": .integer(level)], token: token), 200)
            }
        }
    }
}
