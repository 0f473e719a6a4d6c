import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Counters that events add to: up to 64 a user and 10^15 each, and what rules make of them.
struct CounterTests {
    private func count(_ by: Int64, _ counter: String = "races_won", uid: String? = nil) -> JSONValue {
        var members: [String: JSONValue] = [
            "type": "counter_incremented", "counter": .string(counter), "by": .integer(by),
        ]
        members["uid"] = uid.map { .string($0) }
        return TestClient.event(members)
    }

    @Test func `counts in a batch and event by event, and repeats count once`() async throws {
        try await TestServer.with { server in
            let (client, caller) = (try server.client, try DescribedClient(server))
            let ben = try client.signUp()
            let first = count(5)
            for _ in 0..<2 {
                let reply = try caller.send("POST", "/v1/events", 200, token: ben.token, first)
                #expect(reply.json["event"]?["counter"] == "races_won" && reply.json["event"]?["by"] == 5)
            }
            let batch: JSONValue = ["events": [count(1), first, count(2), count(7, "cards_sent")]]
            try caller.send("POST", "/v1/events/batch", 200, token: ben.token, batch)
            let counters = "SELECT counters FROM users WHERE uid = '\(ben.uid)'"
            #expect(try server.database.psql(counters) == "{cards_sent=7,races_won=8}")
            for (body, mistakes) in [
                (count(0), ["/by out_of_range"]), (count(1_000_000_001), ["/by out_of_range"]),
                (count(1, "Races"), ["/counter invalid"]),
            ] {
                let reply = try client.send("POST", "/v1/events", token: ben.token, body)
                expectProblem(reply, 422, "validation", mistakes: mistakes)
            }
        }
    }

    @Test func `past 10^15, or 64 counters, an event is refused alone`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let ben = try client.signUp()
            try server.database.psql(
                "UPDATE users SET counters = '{races_won=999999999999990}' WHERE uid = '\(ben.uid)'")
            let batch: JSONValue = ["events": [count(11), count(9), count(2), count(1)]]
            let reply = try client.send("POST", "/v1/events/batch", token: ben.token, batch)
            #expect(reply.json["results"]?.array?.map { $0["status"] } == [422, 200, 422, 200])
            #expect(
                reply.json["results"]?[0]?["problem"]?["errors"]?[0]?["pointer"] == "/events/0/by")
            let names = (1...64).map { count(1, "c\($0)") }
            let many = try client.send(
                "POST", "/v1/events/batch", token: ben.token, ["events": .array(names)])
            let statuses = many.json["results"]?.array?.map { $0["status"]?.integer ?? 0 } ?? []
            #expect(statuses == Array(repeating: 200, count: 63) + [422])
            let sums =
                "SELECT cardinality(counters), 'races_won=1000000000000000' = ANY (counters) FROM users"
            #expect(try server.database.psql(sums) == "64|t")
        }
    }

    @Test func `a rule pays for what was counted, in whichever steps`() async throws {
        try await TestServer.with { server in
            try server.database.declare("gems")
            let (client, admin) = (try server.client, try await server.key(.admin))
            let rule = RulesInForceTests.rule(
                "racer", ["when": [["counter": "races_won", "at_least": 10]]])
            try client.send("POST", RulesTests.path, token: admin, rule).required(201)
            let (anne, key) = (try client.signUp(), try await server.key(.server))
            let ben = try client.signUp(referredBy: anne.code)
            let outcomes = try [4, 5, 3, 1].map { by in
                try client.send("POST", "/v1/events", token: key, count(by, uid: ben.uid))
                    .json["decisions"]?[2]?["reason"]
            }
            #expect(outcomes == ["races_won_below_10", "races_won_below_10", "deserved", "decided_earlier"])
        }
    }
}
