import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Rewards over all users, by what they are searched for.
struct AllRewardsTests {
    /// Twelve friends of Anne's: rewards of the first of January and the days after it, one an hour.
    private static let load = """
        INSERT INTO rewards (uid, subject, rule, id, role, currency, amount, status, reason, granted_at)
        SELECT (ARRAY['{anne}', '{ben}'])[1 + i % 2]::uuid,
            ('01938f3e-0000-7000-8000-0000000000' || lpad(to_hex(i), 2, '0'))::uuid,
            (ARRAY['signup', 'level-5', 'other'])[1 + i % 3],
            (lpad(to_hex(1767225600000 + i * 3600000::bigint), 12, '0') || '70008000' || lpad(i::text, 12, '0'))::uuid,
            'referrer', 'pieces_of_eight', 50, (ARRAY['paid', 'held', 'void', 'reversed'])[1 + i % 4], 'why',
            '2026-01-01'::timestamptz + i * interval '1 hour'
        FROM generate_series(0, 47) AS i
        """

    private func withRewards(
        _ body: (TestClient, String, (anne: TestUser, ben: TestUser)) throws -> Void
    ) async throws {
        try await TestServer.with { server in
            let client = try server.client
            let (anne, ben) = (try client.signUp(), try client.signUp())
            try server.database.psql(
                Self.load.replacing("{anne}", with: anne.uid).replacing("{ben}", with: ben.uid))
            try body(client, try await server.key(.read), (anne, ben))
        }
    }

    /// The hours of the rewards found, page by page.
    private func found(_ client: TestClient, _ key: String, _ query: String, limit: Int = 200) throws -> [Int]
    {
        var hours: [Int] = []
        var cursor = ""
        for _ in 0..<100 {
            let reply = try client.get("/v1/admin/rewards?limit=\(limit)\(query)\(cursor)", token: key)
            expect(reply, 200)
            hours += (reply.json["rewards"]?.array ?? []).compactMap { reward in
                reward["id"]?.string.flatMap { Int($0.suffix(12)) }
            }
            guard let next = reply.json["next_cursor"]?.string else { return hours }
            cursor = "&cursor=" + next
        }
        Issue.record("the list has no end")
        return hours
    }

    @Test func `finds those that match everything given, newest first, page by page`() async throws {
        try await withRewards { client, key, users in
            let all = Array((0...47).reversed())
            let from = "&from=2026-01-01T10:00:00Z"
            let until = "&until=2026-01-02T00:00:00Z"
            let anne = "&beneficiary=\(users.anne.uid)"
            let wanted: [(String, (Int) -> Bool)] = [
                ("", { _ in true }), ("&status=held", { $0 % 4 == 1 }), ("&status=paid", { $0 % 4 == 0 }),
                ("&status=reversed", { $0 % 4 == 3 }), ("&rule=level-5", { $0 % 3 == 1 }),
                ("&rule=nothing", { _ in false }), (from, { $0 >= 10 }), (until, { $0 < 24 }),
                (from + until, { (10..<24).contains($0) }), (anne, { $0 % 2 == 0 }),
                (anne + "&status=paid&rule=signup", { $0 % 12 == 0 }),
                ("&rule=signup&status=held" + until, { $0 % 12 == 9 && $0 < 24 }),
                (anne + from + until, { $0 % 2 == 0 && (10..<24).contains($0) }),
            ]
            for (query, isWanted) in wanted {
                for limit in [1, 5, 200] {
                    let hours = try found(client, key, query, limit: limit)
                    #expect(hours == all.filter(isWanted), "\(query) by \(limit)")
                }
            }
        }
    }

    @Test func `refuses what names nothing`() async throws {
        try await withRewards { client, key, users in
            for (query, mistake) in [
                ("status=gone", "/status invalid"), ("from=today", "/from invalid"),
                ("beneficiary=anne", "/beneficiary invalid"), ("rule=", "/rule invalid"),
                ("subject=x", "/subject unknown_field"), ("cursor=x", "/cursor invalid"),
                ("beneficiary=\(users.anne.uid)&cursor=\(newID())", "/cursor invalid"),
            ] {
                let reply = try client.get("/v1/admin/rewards?" + query, token: key)
                expectProblem(reply, 422, "validation", mistakes: [mistake])
            }
        }
    }
}
