import Migrations
import Postgres
import TestSupport
import Testing

/// An installation that is spread over Citus' nodes, and stays right.
@Suite(.enabled(if: TestEngine.isCitus, "this is about Citus: make test-citus"))
struct DistributionTests {
    private static let rows = """
        INSERT INTO users (uid, referral_code, created_at)
            SELECT gen_random_uuid(), lpad(i::text, 10, '0'), now() FROM generate_series(1, 100) AS i;
        INSERT INTO referral_codes SELECT referral_code, uid FROM users;
        INSERT INTO credentials SELECT referral_code || '@example.com', uid, 'hash', now() FROM users;
        INSERT INTO events (uid, id, type, level, received_at, user_level, user_highest_level, decisions)
            SELECT uid, uid, 'level_reached', 5, now(), 5, 5, '{a,b}' FROM users;
        INSERT INTO rewards SELECT uid, uid, 'signup', uid, 'referee', 'gold', 50, 'paid', 'why', now() FROM users;
        INSERT INTO balances SELECT uid, 'gold', 50, 1 FROM users;
        INSERT INTO ledger_entries SELECT uid, uid, 'gold', 1, 'grant', 50, 50, 'signup', uid, 'why', now() FROM users;
        INSERT INTO links (code, long_link, directives, tags, one_time, created_at)
            SELECT referral_code, 'https://example.com', '{}', '{}', false, now() FROM users;
        INSERT INTO link_stats (code, day, platform, click) SELECT referral_code, 1, 'ios', 1 FROM users;
        INSERT INTO clicks (id, clicked_at, platform, code)
            SELECT first_click_id(current_date), now(), 'ios', 'a'
        """

    @Test func `what is there is spread with its rows, and again changes nothing`() async throws {
        let database = try await TestDatabase.make()
        _ = try await update(SchemaUpdate(), database)
        try database.psql(Self.rows)
        let before = try contents(of: database)
        let tables = try await update(SchemaUpdate(distribution: Distribution(shards: 4)), database).tables
        #expect(tables == DistributedTable.all.map(\.name))
        #expect(try contents(of: database) == before)
        for table in tables {
            #expect(
                try database.psql("SELECT pg_relation_size('\(table)')") == "0", "\(table) is left behind")
        }
        let schema = try shape(of: database)
        #expect(try await update(SchemaUpdate(distribution: Distribution(shards: 8)), database).tables == [])
        #expect(try await update(SchemaUpdate(), database).tables == [])
        #expect(try shape(of: database) == schema)
        #expect(try contents(of: database) == before)
        try await database.drop()
    }

    /// After the first that ran on Citus, and before the last.
    @Test(arguments: [18, Migrations.all.count - 1])
    func `migrations come to what was spread before them, and to its rows`(_ count: Int) async throws {
        let (spread, fresh) = (try await TestDatabase.make(), try await TestDatabase.make())
        let (first, rest) = (Array(Migrations.all.prefix(count)), Array(Migrations.all.dropFirst(count)))
        let tables = try await update(
            SchemaUpdate(first, baseline: nil, distribution: Distribution(shards: 4)), spread
        ).tables
        try spread.psql(Self.rows)
        let before = try keys(in: tables, of: spread)
        #expect(try await update(SchemaUpdate(), spread).migrations == rest)
        #expect(try keys(in: tables, of: spread) == before)
        _ = try await update(SchemaUpdate(distribution: Distribution(shards: 4)), fresh)
        for node in spread.cluster.nodes {
            #expect(try shape(of: spread, on: node) == shape(of: fresh, on: node), "\(node)")
        }
        #expect(try await status(of: spread)?.missing == [])
        try await spread.drop()
        try await fresh.drop()
    }

    @Test func `a migration may do on both what migrations do`() async throws {
        let number = Migrations.all.count
        let more = [
            Migration(
                number: number + 1, name: "one",
                sql: """
                    ALTER TABLE users ADD COLUMN shoe_size int NOT NULL DEFAULT 40;
                    ALTER TABLE users ADD CONSTRAINT users_shoe_size CHECK (shoe_size > 0);
                    GRANT UPDATE (shoe_size) ON users TO shipmate_service;
                    CREATE TRIGGER user_profiles_kept BEFORE DELETE ON user_profiles
                        FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
                    UPDATE users SET shoe_size = 41 WHERE level = 0;
                    """),
            Migration(
                number: number + 2, name: "two",
                sql: "CREATE INDEX CONCURRENTLY users_shoe_size ON users (shoe_size);\n"
            ).besideTraffic,
        ]
        try await TestDatabase.withSchema { database in
            try database.psql(Self.rows)
            let done = try await update(SchemaUpdate(Migrations.all + more), database)
            #expect(done.migrations == more)
            #expect(try database.psql("SELECT count(*) FROM users WHERE shoe_size = 41") == "100")
            for node in database.cluster.nodes {
                let index = "SELECT count(*) FROM pg_class WHERE relname LIKE 'users\\_shoe\\_size%'"
                #expect(try Int(database.psql(index, node: node)) ?? 0 >= 1)
            }
        }
    }

    @Test func `keeping clicks drops the days that are too old, and no others`() async throws {
        try await wellWithinADay()
        try await TestDatabase.withSchema { database in
            try database.psql(
                """
                DO $$
                DECLARE
                    today date := (now() AT TIME ZONE 'UTC')::date;
                BEGIN
                    EXECUTE 'DROP TABLE ' || (SELECT string_agg(name, ', ') FROM click_partitions);
                    PERFORM add_click_partition(day, day + 1)
                        FROM generate_series(today - 32, today, interval '1 day') AS d, date(d) AS day;
                END
                $$;
                INSERT INTO clicks (id, clicked_at, platform)
                    SELECT first_click_id((now() AT TIME ZONE 'UTC')::date - n), now(), 'ios'
                    FROM unnest(ARRAY[32, 31, 30, 1, 0]) AS n
                """)
            // Once with days to come to be added, once without.
            for _ in 1...2 {
                let kept =
                    "SET ROLE shipmate_service; SELECT has_room FROM keep_clicks(30, 9223372036854775807)"
                #expect(try database.psql(kept) == "t")
                #expect(try database.psql("SELECT count(*) FROM clicks") == "3")
                #expect(try database.psql("SELECT count(*) FROM click_partitions") == "34")
            }
        }
    }

    @Test func `what is missing is named with what mends it`() async throws {
        let cluster = try TestCluster()
        let database = try await TestDatabase.make(on: cluster)
        #expect(try await status(of: database)?.description.contains("shipmate migrate --citus") == true)
        _ = try await update(SchemaUpdate(distribution: Distribution(shards: 4)), database)
        let good = try await status(of: database)
        #expect(good?.missing == [] && good?.shards == 4 && good?.nodes == 2)
        try database.psql("ALTER ROLE shipmate_service NOLOGIN")
        let missing = try await status(of: database)?.missing ?? []
        #expect(missing.count == 2 && missing.allSatisfy { $0.contains("ALTER ROLE shipmate_service LOGIN") })
        _ = try await update(SchemaUpdate(), database)
        #expect(try await status(of: database)?.missing == [])
        try database.psql("ALTER ROLE shipmate_service RESET lock_timeout")
        #expect(try await status(of: database)?.missing.count == 2)
        _ = try await update(SchemaUpdate(), database)
        try database.psql("ALTER SYSTEM SET citus.recover_2pc_interval = '1min'")
        try database.psql("SELECT pg_reload_conf()")
        let slow = try await eventually { try await self.status(of: database)?.missing.first }
        #expect(slow?.contains("every 60 s: ALTER SYSTEM SET citus.recover_2pc_interval = '1s'") == true)
        try database.psql("ALTER SYSTEM RESET citus.recover_2pc_interval")
        try database.psql("SELECT pg_reload_conf()")
        #expect(try await eventually { try await self.status(of: database)?.missing == [] })
        let worker = cluster.nodes[1]
        let shard = try database.psql(
            """
            SELECT 'events_' || min(shardid) FROM pg_dist_shard JOIN pg_dist_placement USING (shardid)
            JOIN pg_dist_node USING (groupid)
            WHERE logicalrelid = 'events'::regclass AND nodename = '\(worker)'
            """)
        try database.psql(
            """
            SET citus.enable_manual_changes_to_shards = on; ALTER TABLE \(shard) DISABLE TRIGGER USER
            """, node: worker)
        let unguarded = try await status(of: database)?.missing ?? []
        #expect(
            unguarded.count == 1 && unguarded[0].hasPrefix("table events: 1 of its shards"), "\(unguarded)")
    }

    private func update(_ update: SchemaUpdate, _ database: TestDatabase) async throws -> SchemaUpdate.Done {
        try await TestEngine.migrating {
            try await withSession(database, asService: false) { try await update.run(through: $0) }
        }
    }

    private func status(of database: TestDatabase) async throws -> DistributionStatus? {
        try await withSession(database, asService: true) { try await DistributionStatus.found(through: $0) }
    }

    private func withSession<Value: Sendable>(
        _ database: TestDatabase, asService: Bool,
        _ body: @escaping @Sendable (PostgresSession) async throws -> Value
    ) async throws -> Value {
        var configuration = PostgresConfiguration.patient(try database.parameters)
        // Before the first migration of a cluster there is no such role.
        let role = try database.psql("SELECT count(*) FROM pg_roles WHERE rolname = 'shipmate_service'")
        if asService, role == "1" { configuration.settings.others = [.init("role", "shipmate_service")] }
        return try await onLoop { [configuration] loop in
            let session = try await PostgresSession.connect(configuration, on: loop)
            defer { session.close() }
            return try await body(session)
        }
    }

    private func contents(of database: TestDatabase) throws -> String {
        try database.psql(
            DistributedTable.all.map { table in
                "SELECT '\(table.name)', count(*), sum(hashtextextended(t::text, 0)) FROM \(table.name) AS t;"
            }.joined(separator: "\n"))
    }

    private func keys(in tables: [String], of database: TestDatabase) throws -> String {
        try database.psql(
            DistributedTable.all.filter { tables.contains($0.name) }.map { table in
                """
                SELECT '\(table.name)', count(*), sum(hashtextextended(\(table.column)::text, 0))
                FROM \(table.name);
                """
            }.joined(separator: "\n"))
    }

    /// Every column, constraint, index, trigger and right of the service's role, but for shards' names.
    private func shape(of database: TestDatabase, on node: String? = nil) throws -> String {
        try database.psql(
            """
            SELECT table_name, column_name, data_type FROM information_schema.columns
                WHERE table_schema = 'public' ORDER BY 1, 2;
            SELECT regexp_replace(conname, '_[0-9]+$', ''), count(*) FROM pg_constraint
                WHERE connamespace = 'public'::regnamespace GROUP BY 1 ORDER BY 1;
            SELECT regexp_replace(indexname, '_[0-9]+$', ''), count(*) FROM pg_indexes
                WHERE schemaname = 'public' GROUP BY 1 ORDER BY 1;
            SELECT regexp_replace(tgname, '_[0-9]+$', ''), count(*) FROM pg_trigger
                WHERE NOT tgisinternal GROUP BY 1 ORDER BY 1;
            SELECT table_name, privilege_type FROM information_schema.role_table_grants
                WHERE grantee = 'shipmate_service' ORDER BY 1, 2;
            """, node: node)
    }
}
