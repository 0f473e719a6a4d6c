import Postgres
import Store
import TestSupport
import Testing

/// A user may have a million of something: whatever page of it is asked for, an index leads there at once.
@Suite(.enabled(if: !TestEngine.isCitus, "the coordinator's plan has those of the nodes within it"))
struct PersonalDataPlanTests {
    @Test func `each page of a user's own rows is a walk along an index from where the last one ended`()
        async throws
    {
        let settings = SessionSettings.writing.others.map { "SET \($0.name) = '\($0.value)';" }
        try await TestDatabase.withSchema { database in
            for table in PersonalDataTables.all {
                let plan = try database.psql(
                    """
                    \(settings.joined(separator: "\n"))
                    PREPARE own (uuid, text, bigint) AS \(table.rows.sql);
                    EXPLAIN (COSTS off) EXECUTE own ('00000000-0000-7000-8000-000000000001', '[]', 500);
                    """)
                #expect(!plan.contains("Sort") && !plan.contains("Seq Scan"), "\(table.rows.name): \(plan)")
                let conditions = plan.split(separator: "\n").filter { $0.contains("Index Cond") }
                #expect(conditions.contains { $0.contains(" > ") }, "\(table.rows.name): \(plan)")
            }
        }
    }

    @Test func `a page far behind the first reads no more than the first`() async throws {
        try await TestDatabase.withSchema { database in
            try database.psql(
                """
                INSERT INTO users (uid, referral_code, referred_by, created_at)
                SELECT ('00000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid, lpad(i::text, 10, '0'),
                    CASE WHEN i > 1 THEN '00000000-0000-7000-8000-000000000001'::uuid END, now()
                FROM generate_series(1, 50000) AS i;
                VACUUM ANALYZE users;
                """)
            let first = try read("NULL", database)
            let late = try read("'[\"00000000-0000-7000-8000-00000000c000\"]'", database)
            #expect(first > 0 && late <= 2 * first, "\(first), \(late)")
        }
    }

    /// Pages of the database that a page of referees takes.
    private func read(_ cursor: String, _ database: TestDatabase) throws -> Int {
        let plan = try database.psql(
            """
            SET plan_cache_mode = 'force_generic_plan';
            PREPARE own (uuid, text, bigint) AS \(PersonalReferees.rows.sql);
            EXPLAIN (ANALYZE, BUFFERS, COSTS off, TIMING off)
                EXECUTE own ('00000000-0000-7000-8000-000000000001', \(cursor), 500);
            """)
        let line = try #require(plan.split(separator: "\n").first { $0.contains("Buffers:") })
        return line.matches(of: /(?:hit|read)=(\d+)/).compactMap { Int($0.1) }.reduce(0, +)
    }
}
