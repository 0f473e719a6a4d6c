import Migrations
import Postgres
import TestSupport
import Testing

/// When a reward was taken back is known also of rewards from before, and of those that former versions
/// take back.
@Suite struct ReversalUpgradeTests {
    private static let before = Migrations.all.firstIndex { $0.name == "reversals" } ?? 0
    private static let anne = "01a2015b-1e10-706f-83a0-cb64108ab317"
    private static let rows = """
        INSERT INTO rewards (uid, subject, rule, id, role, currency, amount, status, reason, granted_at)
        SELECT '\(anne)', gen_random_uuid(), 'signup', ('0000000' || n || '-0000-4000-8000-000000000000')::uuid,
            'referrer', 'gold', 5, CASE WHEN n < 3 THEN 'reversed' ELSE 'paid' END, '', now()
        FROM generate_series(1, 4) AS n;
        INSERT INTO audit_entries (id, actor, action, uid, detail, created_at) VALUES
            (gen_random_uuid(), 'Ben', 'reward.reverse', '\(anne)',
                '00000001-0000-4000-8000-000000000000: 5 of 5 gold', '2026-05-06 07:08:09Z'),
            (gen_random_uuid(), 'Ben', 'reward.reverse', '\(anne)', 'erased', '2026-05-06 07:08:10Z');
        """

    @Test func `reversals from before have the audit's time, former versions' their own`() async throws {
        let database = try await TestDatabase.make()
        try await database.migrate(upTo: Self.before)
        try database.psql(Self.rows)
        try await database.migrate(upTo: Migrations.all.count)
        try database.psql(
            "SET ROLE shipmate_service; UPDATE rewards SET status = 'reversed' WHERE id::text LIKE '00000003%'"
        )
        let times = """
            SELECT left(id::text, 8), reversed_at AT TIME ZONE 'UTC' < '2026-06-01' FROM rewards
            WHERE reversed_at IS NOT NULL ORDER BY id
            """
        let found = try database.psql(times)
        try await database.drop()
        #expect(found == "00000001|t\n00000003|f")
    }
}
