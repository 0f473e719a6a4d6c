import Postgres
import Store
import TestSupport
import Testing

/// Clicks lie in a partition a day: who looks one up by its id reads that day's, a device's last clicks are
/// in two at most, and what has no time of its own finds its place in each by an index.
@Suite(.disabled(if: TestEngine.isCitus, "a shard is planned as a table is, at another page"))
struct ClickPlanTests {
    private static let id = "first_click_id((now() AT TIME ZONE 'UTC')::date)"

    init() async throws {
        try await wellWithinADay()
    }

    @Test func `look-ups of clicks read an index, of the days that can have them`() async throws {
        try await TestDatabase.withSchema { database in
            try load(days: 20, into: database)
            let device = "ARRAY[7]::bigint[], now() - interval '2 hours'"
            for (name, sql, arguments, removed) in [
                ("FindClick", FindClick.sql, Self.id, 23),
                ("FindDeviceClicks", FindDeviceClicks.sql, device + ", 'x', 32, \(Self.id)", 20),
                ("FindGuesses", FindGuesses.sql, device + ", \(Self.id), 32", 20),
                ("MarkTapped", MarkTapped.sql, "ARRAY[\(Self.id)]::uuid[], 1, \(Self.id)", 20),
                ("FindClaimedClicks", FindClaimedClicks.sql, "'\\x07', now()", 0),
            ] {
                let plan = try plan(of: sql, arguments, in: database)
                #expect(!plan.contains("Seq Scan"), "\(name): \(plan)")
                let told = removed > 0 ? "Subplans Removed: \(removed)" : "Append"
                #expect(plan.contains(told), "\(name): \(plan)")
            }
            for (name, sql, arguments) in [
                ("TakeClick", TakeClick.sql, "\(Self.id), now(), 1, '\\x07'"),
                ("MarkClick", MarkClick.sql, "\(Self.id), 1"),
            ] {
                let plan = try plan(of: sql, arguments, in: database)
                #expect(
                    !plan.contains("Seq Scan") && plan.contains("Subplans Removed: 23"), "\(name): \(plan)")
            }
        }
    }

    /// A day each, with as many clicks; today's and those to come are there. Twenty-four in all.
    private func load(days: Int, into database: TestDatabase) throws {
        try database.psql(
            """
            DO $$
            DECLARE
                today date := (now() AT TIME ZONE 'UTC')::date;
            BEGIN
                EXECUTE 'DROP TABLE ' || (SELECT name FROM click_partitions ORDER BY until LIMIT 1);
                EXECUTE 'DROP TABLE ' || coalesce(
                    (SELECT name FROM click_partitions WHERE until = today + 2), 'IF EXISTS none');
                PERFORM add_click_partition(day, day + 1)
                    FROM generate_series(today - \(days), today + 1, interval '1 day') AS d, date(d) AS day;
            END
            $$;
            INSERT INTO clicks (id, clicked_at, device_hash, agent_hash, platform)
            SELECT (left(first_click_id(until - 1)::text, 28) || lpad(to_hex(n), 8, '0'))::uuid, until - 1, n, n,
                'android'
            FROM click_partitions, generate_series(1, 500) AS n;
            ANALYZE;
            """)
    }

    /// As a session of the service plans it.
    private func plan(of sql: String, _ arguments: String, in database: TestDatabase) throws -> String {
        let settings = SessionSettings.writing.others.map { "SET \($0.name) = '\($0.value)';" }
        return try database.psql(
            """
            \(settings.joined(separator: "\n"))
            PREPARE statement AS \(sql);
            EXPLAIN (COSTS off) EXECUTE statement (\(arguments));
            """)
    }
}
