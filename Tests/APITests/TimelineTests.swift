import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// A number a day, whether it was added up already or not.
struct TimelineTests {
    init() async throws {
        try await wellWithinADay()
    }

    private func days(_ client: TestClient, _ query: String, key: String) throws -> [JSONValue] {
        let reply = try client.get("/v1/admin/timeline?" + query, token: key)
        expect(reply, 200)
        try Description(client).check(reply, to: "GET", "/v1/admin/timeline")
        return reply.json["days"]?.array ?? []
    }

    /// As if all had happened so many days before.
    private func age(_ server: TestServer, days: Int) throws {
        let by = "interval '\(days) days'"
        let times = [
            "users": ["created_at", "signed_up_at"], "rewards": ["granted_at"],
            "ledger_entries": ["created_at"], "events": ["received_at"],
        ]
        for (table, columns) in times {
            let earlier = columns.map { "\($0) = \($0) - \(by)" }.joined(separator: ", ")
            try server.database.tamper(table, set: earlier)
        }
    }

    @Test func `counts what came today, and what came before, by day`() async throws {
        try await TestServer.with { server in
            // However long this takes, no process adds up days before they are as they are to be.
            _ = try server.database.psql(
                "UPDATE ledger_duties SET due_at = 'infinity', leased_until = now() + '59 s' WHERE name = 'days'"
            )
            let client = try server.client
            let (admin, key) = (try await server.key(.admin), try await server.key(.server))
            let anne = try client.signUp()
            var ben = try client.signUp(referredBy: anne.code)
            try client.link(&ben, email: "ben@example.com")
            try client.reachLevel(5, token: ben.token, id: newID())
            try age(server, days: 2)
            let carl = try client.signUp()
            try client.send(
                "PUT", "/v1/users/me/referrer", token: carl.token, ["referred_by": .string(anne.code)])
            try client.move(30, .redemption, of: anne.uid, key: key)
            try client.move(5, .adjustment, in: "rum", of: anne.uid, key: admin)
            func values(_ measure: String) throws -> [Int64?] {
                try days(client, "measure=\(measure)", key: admin).suffix(3).map { $0["value"]?.integer }
            }
            #expect(try values("users") == [2, 0, 1])
            #expect(try values("sign_ups") == [1, 0, 0])
            #expect(try values("referrals") == [1, 0, 1])
            let granted = try days(client, "measure=granted", key: admin)
            #expect(granted.map { $0["value"] } == [100] && granted[0]["currency"] == "pieces_of_eight")
            #expect(try days(client, "measure=redeemed", key: admin).map { $0["value"] } == [30])
            let outstanding = try days(client, "measure=outstanding", key: admin)
            #expect(outstanding.map { $0["value"] } == [100, 100, 70, 5])
            #expect(outstanding.last?["currency"] == "rum")
            let rewards = try days(client, "measure=rewards", key: admin)
            #expect(rewards.map { $0["rule"] } == ["level-5", "signup"])
            #expect(rewards.allSatisfy { $0["status"] == "paid" && $0["value"] == 1 })
        }
    }

    @Test func `a reward counts as what became of it`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let admin = try await server.key(.admin)
            let anne = try client.signUp()
            for _ in 0..<3 {
                let friend = try client.signUp(referredBy: anne.code)
                try client.reachLevel(5, token: friend.token, id: newID())
            }
            let listed = try client.get("/v1/users/me/rewards", token: anne.token)
            let id = try #require(listed.json["rewards"]?[0]?["id"]?.string)
            try client.send(
                "POST", "/v1/admin/users/\(anne.uid)/rewards/\(id)/reverse", token: admin,
                ["reason": "A ring"])
            let rewards = try days(client, "measure=rewards", key: admin)
            #expect(rewards.map { $0["status"] } == ["paid", "reversed"])
            #expect(rewards.map { $0["value"] } == [2, 1])
        }
    }

    @Test func `days are days, and not more than there is a use for`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.read)
            let range = try days(client, "measure=users&from=2026-02-27&until=2026-03-02", key: key)
            #expect(range.map { $0["day"] } == ["2026-02-27", "2026-02-28", "2026-03-01"])
            #expect(try days(client, "measure=users", key: key).count == 30)
            for (query, mistake) in [
                ("", "/measure required"), ("measure=all", "/measure invalid"),
                ("measure=users&from=2026-02-30", "/from invalid"),
                ("measure=users&from=26-2-3", "/from invalid"),
                ("measure=users&from=2026-02-03T00:00:00Z", "/from invalid"),
                ("measure=users&from=2026-02-03&until=2026-02-03", "/until out_of_range"),
                ("measure=users&from=1970-01-01", "/until out_of_range"),
                ("measure=users&by=day", "/by unknown_field"),
            ] {
                let reply = try client.get("/v1/admin/timeline?" + query, token: key)
                expectProblem(reply, 422, "validation", mistakes: [mistake])
            }
        }
    }
}
