import TestSupport
import Testing

/// History is added to and never rewritten, on whichever node somebody tries.
@Suite(.enabled(if: TestEngine.isCitus, "this is about Citus: make test-citus"))
struct DistributedHistoryTests {
    private static let rewriting = [
        "UPDATE events SET level = 6", "DELETE FROM events", "TRUNCATE events",
        "UPDATE ledger_entries SET amount = 6", "DELETE FROM ledger_entries", "TRUNCATE ledger_entries",
        "UPDATE rewards SET amount = 6", "DELETE FROM rewards", "TRUNCATE rewards",
    ]

    @Test func `no node lets the service or the owner rewrite history`() async throws {
        try await TestDatabase.withSchema { database in
            let before = try written(to: database)
            for node in database.cluster.nodes {
                for sql in Self.rewriting {
                    try refuse(sql, on: node, of: database)
                }
            }
            #expect(try history(in: database) == before)
        }
    }

    @Test func `nor in a shard itself`() async throws {
        try await TestDatabase.withSchema { database in
            let before = try written(to: database)
            var count = 0
            for node in database.cluster.nodes.dropFirst() {
                for sql in Self.rewriting {
                    let table = sql.split(separator: " ").first {
                        ["events", "ledger_entries", "rewards"].contains($0)
                    }
                    for shard in try shards(of: String(table ?? ""), on: node, in: database) {
                        count += 1
                        try refuse(sql.replacing(table ?? "", with: shard), on: node, of: database)
                    }
                }
            }
            #expect(count == Self.rewriting.count * TestEngine.shards)
            #expect(try history(in: database) == before)
        }
    }

    private func refuse(_ sql: String, on node: String, of database: TestDatabase) throws {
        // Citus itself refuses whoever hasn't asked for it.
        let sql = "SET citus.enable_manual_changes_to_shards = on; \(sql)"
        let asOwner = refusal { try database.psql(sql, node: node) }
        #expect(
            asOwner.contains("its rows are only ever added") || asOwner.contains("but its status"),
            "\(sql) as the owner at \(node): \(asOwner)")
        let asService = refusal { try database.psql(sql, user: "shipmate_service", node: node) }
        #expect(asService.contains("permission denied"), "\(sql) as the service at \(node): \(asService)")
    }

    private func refusal(_ body: () throws -> String) -> String {
        do { return "done: \(try body())" } catch { return String(describing: error) }
    }

    /// A hundred users with one row each in every table of history, so that each shard has some.
    private func written(to database: TestDatabase) throws -> String {
        try database.psql(
            """
            INSERT INTO users (uid, referral_code, created_at)
                SELECT gen_random_uuid(), lpad(i::text, 10, '0'), now() FROM generate_series(1, 100) AS i;
            INSERT INTO events (uid, id, type, level, received_at, user_level, user_highest_level, decisions)
                SELECT uid, uid, 'level_reached', 5, now(), 5, 5, '{}' FROM users;
            INSERT INTO rewards SELECT uid, uid, 'signup', uid, 'referee', 'gold', 50, 'paid', 'why', now() FROM users;
            INSERT INTO ledger_entries SELECT uid, uid, 'gold', 1, 'grant', 50, 50, 'signup', uid, 'why', now()
                FROM users;
            """)
        return try history(in: database)
    }

    private func history(in database: TestDatabase) throws -> String {
        try database.psql(
            """
            SELECT count(*), sum(level) FROM events; SELECT count(*), sum(amount) FROM rewards;
            SELECT count(*), sum(amount) FROM ledger_entries
            """)
    }

    private func shards(of table: String, on node: String, in database: TestDatabase) throws -> [String] {
        let names = try database.psql(
            """
            SELECT concat('\(table)_', shardid) FROM pg_dist_shard JOIN pg_dist_placement USING (shardid)
            JOIN pg_dist_node USING (groupid)
            WHERE logicalrelid = '\(table)'::regclass AND nodename = '\(node)'
            """)
        return names.split(separator: "\n").map(String.init)
    }
}
