import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Rules change, pause and resume while events come in by two servers: each is paid once, none forgotten.
struct ChangingRulesTests {
    @Test func `whatever versions come and go, each friend is paid for once, by one that was there`()
        async throws
    {
        try await TestServer.with(count: 2, prepare: { try $0.declare("gems") }) { servers in
            try await play(servers[0], servers[1])
        }
    }

    private func play(_ here: TestServer, _ there: TestServer) async throws {
        let (client, admin) = (try here.client, try await here.key(.admin))
        let rule = RulesInForceTests.rule("gems")
        try client.send("POST", RulesTests.path, token: admin, rule).required(201)
        let key = try await here.key(.server)
        let referrers = try (0..<3).map { _ in try client.signUp() }
        let friends = try (0..<60).map { try client.signUp(referredBy: referrers[$0 % 3].code) }
        let clients = try (0..<6).map { try ($0 % 2 == 0 ? here : there).client }
        for round in 0..<8 {
            for (place, friend) in friends.enumerated() {
                let level = Int64(1 + (place + round) % 4)
                try clients[(place + round) % 6].post(
                    "POST", "/v1/events", token: key,
                    TestClient.event([
                        "type": "level_reached", "level": .integer(level), "uid": .string(friend.uid),
                    ]))
            }
            try change(round, client, admin)
            for place in friends.indices {
                #expect(try clients[(place + round) % 6].reply().status == 200)
            }
        }
        // What came while the rule was paused is paid at the next event.
        _ = try client.send("POST", RulesTests.path + "/gems/resume", token: admin)
        let given = "SELECT count(*), count(DISTINCT subject) FROM rewards WHERE rule = 'gems'"
        let isWhole = try await eventually {
            for friend in friends {
                try clients[1].reachLevel(4, token: key, id: newID(), uid: friend.uid).required(200)
            }
            return try here.database.psql(given) == "60|60"
        }
        #expect(isWhole)
        let unexplained = """
            SELECT count(*) FROM rewards AS r
            LEFT JOIN rule_versions AS v ON v.name = r.rule AND v.version = r.rule_version
            WHERE r.rule = 'gems' AND v.grants IS DISTINCT FROM ARRAY['referrer:gems:' || r.amount]
            """
        #expect(try here.database.psql(unexplained) == "0")
        let check = try client.get("/v1/admin/ledger/check", token: admin)
        #expect(check.json["balanced"] == true)
    }

    /// Another amount, a pause, or its end.
    private func change(_ round: Int, _ client: TestClient, _ admin: String) throws {
        let one = RulesTests.path + "/gems"
        switch round % 3 {
        case 0:
            let amount: JSONValue = .integer(Int64(10 + round))
            let changed = RulesInForceTests.rule(
                "gems", ["pay": [["to": "referrer", "currency": "gems", "amount": amount]], "state": .null])
            try client.send("PUT", one, token: admin, headers: ["If-Match": "*"], changed).required(200)
        case 1: try client.send("POST", one + "/pause", token: admin).required(200)
        default: try client.send("POST", one + "/resume", token: admin).required(200)
        }
    }
}
