import EventLoops
import TestSupport
import Testing

@testable import Postgres

@Suite struct MigratorTests {
    private static let first = Migration(
        number: 1, name: "ships",
        sql:
            "-- Why: 'quotes'; and $dollars$.\nCREATE TABLE ships (id int); INSERT INTO ships VALUES (1), (2);"
    )
    private static let second = Migration(
        number: 2, name: "crews", sql: "CREATE TABLE crews (id int); SELECT pg_sleep(0.1)")

    @Test func `applies what is due, in order, once`() async throws {
        let database = try await TestDatabase.make()
        #expect(try await status([Self.first], database) == .empty)
        #expect(try await apply([Self.second, Self.first], database) == [Self.first, Self.second])
        #expect(try await apply([Self.first, Self.second], database) == [])
        #expect(try await status([Self.first, Self.second], database) == .current)
        #expect(try database.psql("SELECT count(*) FROM ships") == "2")
        let recorded = try database.psql("SELECT number, name, length(checksum) FROM schema_migrations")
        #expect(recorded == "1|ships|64\n2|crews|64")
    }

    @Test func `knows an older and a newer schema, and leaves the newer alone`() async throws {
        let database = try await TestDatabase.make()
        try await apply([Self.first], database)
        #expect(try await status([Self.first, Self.second], database) == .older(have: 1, need: 2))
        try await apply([Self.first, Self.second], database)
        #expect(try await status([Self.first], database) == .newer(have: 2, need: 1))
        await #expect(throws: MigrationError.refused(.newer(have: 2, need: 1))) {
            try await apply([Self.first], database)
        }
    }

    @Test func `works with a newer schema if all that it doesn't know only adds`() async throws {
        let (added, changed) = (Self.second.expanding, Migration(number: 3, name: "fleets", sql: "SELECT 1"))
        for baseline in [nil, Self.baseline] {
            let database = try await TestDatabase.make()
            try await apply([Self.first, added], from: baseline, database)
            #expect(try await status([Self.first], database) == .expanded(have: 2, need: 1))
            #expect(try await apply([Self.first], database) == [])
            try await apply([Self.first, added, changed], database)
            #expect(try await status([Self.first, added], database) == .newer(have: 3, need: 2))
            #expect(try await status([Self.first], database) == .newer(have: 3, need: 1))
        }
        let whole = try await TestDatabase.make()
        let rows = Self.baseline + "CREATE TABLE crews (id int);" + Self.row(of: Self.second)
        try await apply([Self.first, added], from: rows, whole)
        #expect(try await status([Self.first], whole) == .expanded(have: 2, need: 1))
    }

    @Test func `a table of migrations that an earlier version has made learns which only add`() async throws {
        let database = try await TestDatabase.make()
        try await apply([Self.first], database)
        try database.psql("ALTER TABLE schema_migrations DROP COLUMN expands")
        #expect(try await status([Self.first], database) == .current)
        #expect(try await status([], database) == .newer(have: 1, need: 0))
        try await apply([Self.first, Self.second.expanding], database)
        #expect(try await status([Self.first], database) == .expanded(have: 2, need: 1))
    }

    @Test func `refuses a migration that was changed after it was applied`() async throws {
        let database = try await TestDatabase.make()
        try await apply([Self.first], database)
        let edited = Migration(number: 1, name: "ships", sql: Self.first.sql + " ")
        #expect(try await status([edited], database) == .changed(number: 1))
        await #expect(throws: MigrationError.refused(.changed(number: 1))) {
            try await apply([edited, Self.second], database)
        }
        #expect(try database.psql("SELECT to_regclass('crews') IS NULL") == "t")
    }

    @Test func `a migration that fails is undone, those before it hold`() async throws {
        let database = try await TestDatabase.make()
        let broken = Migration(number: 2, name: "broken", sql: "CREATE TABLE crews (id int); SELECT 1 / 0")
        do {
            try await apply([Self.first, broken], database)
            Issue.record("it went through")
        } catch MigrationError.failed(number: 2, name: "broken", let error) {
            #expect(error.sqlState == "22012")
        }
        #expect(try database.psql("SELECT to_regclass('crews') IS NULL") == "t")
        #expect(try await apply([Self.first, Self.second], database) == [Self.second])
    }

    @Test func `a migration may not end the transaction it runs in`() async throws {
        let database = try await TestDatabase.make()
        let sly = Migration(number: 1, name: "sly", sql: "COMMIT")
        await #expect(throws: MigrationError.self) { try await apply([sly], database) }
        #expect(try await status([Self.first], database) == .empty)
    }

    private static let index = Migration(
        number: 2, name: "index",
        sql: """
            -- Why: one statement
            -- after the other.
            DROP INDEX CONCURRENTLY IF EXISTS ships_id;
            CREATE UNIQUE INDEX CONCURRENTLY ships_id
                ON ships (id);

            """, form: .besideTraffic)

    @Test func `an index is made beside traffic, by two migrators at once`() async throws {
        let database = try await TestDatabase.make()
        async let one = apply([Self.first, Self.index], database)
        async let other = apply([Self.first, Self.index], database)
        #expect(try await one.count + other.count == 2)
        #expect(
            try database.psql("SELECT indisvalid FROM pg_index WHERE indexrelid = 'ships_id'::regclass")
                == "t")
        #expect(try await status([Self.first, Self.index], database) == .current)
    }

    @Test func `one that failed beside traffic is begun again`() async throws {
        let database = try await TestDatabase.make()
        try await apply([Self.first], database)
        try database.psql("INSERT INTO ships VALUES (1)")
        await #expect(throws: MigrationError.self) { try await apply([Self.first, Self.index], database) }
        #expect(try await status([Self.first, Self.index], database) == .older(have: 1, need: 2))
        try database.psql("DELETE FROM ships")
        #expect(try await apply([Self.first, Self.index], database) == [Self.index])
        #expect(
            try database.psql("SELECT indisvalid FROM pg_index WHERE indexrelid = 'ships_id'::regclass")
                == "t")
    }

    @Test func `nobody waits behind a migration that waits for a long reader`() async throws {
        let database = try await TestDatabase.make()
        try await apply([Self.first], database)
        let column = Migration(
            number: 2, name: "column", sql: "ALTER TABLE ships ADD COLUMN sails bigint", form: .besideTraffic)
        try await inSession(database) { reader in
            try await reader.query("BEGIN; SELECT count(*) FROM ships")
            async let applied = apply([Self.first, column], database)
            let waiting = """
                SELECT count(*) FROM pg_locks
                WHERE relation = 'ships'::regclass AND mode = 'AccessExclusiveLock' AND NOT granted
                """
            for _ in 0..<2 {
                #expect(try await eventually { try database.psql(waiting) == "1" })
                let ships = try database.psql("SET lock_timeout = '10s'; SELECT count(*) FROM ships")
                #expect(ships.hasSuffix("2"))
            }
            try await reader.query("COMMIT")
            #expect(try await applied == [column])
        }
    }

    @Test func `two migrators at once apply each migration once`() async throws {
        let database = try await TestDatabase.make()
        async let one = apply([Self.first, Self.second], database)
        async let other = apply([Self.first, Self.second], database)
        #expect(try await one.count + other.count == 2)
        #expect(try database.psql("SELECT count(*) FROM ships") == "2")
    }

    /// What the first leaves but for its rows, so that the two are told apart.
    private static let baseline = """
        CREATE TABLE ships (id int);
        \(row(of: first))
        """

    private static func row(of migration: Migration) -> String {
        """
        INSERT INTO schema_migrations (number, name, checksum) VALUES (
            \(migration.number), '\(migration.name)',
            encode(sha256(convert_to($sql$\(migration.sql)$sql$, 'UTF8')), 'hex'));
        """
    }

    @Test func `an empty database begins with the baseline, no other does`() async throws {
        let (empty, old) = (try await TestDatabase.make(), try await TestDatabase.make())
        try await apply([Self.first], old)
        let both = [Self.first, Self.second]
        #expect(try await apply(both, from: Self.baseline, empty) == both)
        #expect(try await apply(both, from: Self.baseline, old) == [Self.second])
        #expect(try await status(both, empty) == .current)
        let ships = "SELECT count(*) FROM ships; SELECT count(*) FROM crews"
        #expect(try empty.psql(ships) == "0\n0")
        #expect(try old.psql(ships) == "2\n0")
    }

    @Test func `a baseline that fails, or holds other migrations, is undone`() async throws {
        let database = try await TestDatabase.make()
        let edited = Migration(number: 1, name: "ships", sql: Self.first.sql + " ")
        for (first, baseline) in [(Self.first, Self.baseline + "SELECT 1 / 0"), (edited, Self.baseline)] {
            await #expect(throws: MigrationError.self) { try await apply([first], from: baseline, database) }
            #expect(try database.psql("SELECT to_regclass('ships') IS NULL") == "t")
            #expect(try await status([Self.first], database) == .empty)
        }
        #expect(try await apply([Self.first], from: Self.baseline, database) == [Self.first])
    }

    @Test func `when a migrator is killed the one that waits begins with the baseline`() async throws {
        let database = try await TestDatabase.make()
        let slow = Self.baseline + "SELECT pg_sleep(60)"
        async let killed = apply([Self.first], from: slow, database)
        let sleeping =
            "FROM pg_stat_activity WHERE datname = current_database() AND query = 'SELECT pg_sleep(60)'"
        #expect(try await soon { try database.psql("SELECT count(*) \(sleeping)") == "1" })
        async let waiting = apply([Self.first, Self.second], from: Self.baseline, database)
        try await Task.sleep(for: .milliseconds(200))
        try database.psql("SELECT pg_terminate_backend(pid) \(sleeping)")
        do {
            _ = try await killed
            Issue.record("it went through")
        } catch MigrationError.baselineFailed {}
        #expect(try await waiting == [Self.first, Self.second])
        #expect(try database.psql("SELECT count(*) FROM schema_migrations") == "2")
    }

    @Test func `a schema's status is pure`() {
        let prints = (1...3).map { SchemaStatus.Fingerprint(number: $0, checksum: "\($0)") }
        #expect(SchemaStatus(applied: [], carried: []) == .current)
        #expect(SchemaStatus(applied: prints, carried: []) == .newer(have: 3, need: 0))
        #expect(SchemaStatus(applied: [prints[0], prints[2]], carried: prints) == .changed(number: 2))
        #expect(SchemaStatus(applied: prints, carried: [prints[0], prints[2]]) == .changed(number: 2))
    }

    private func status(_ migrations: [Migration], _ database: TestDatabase) async throws -> SchemaStatus {
        try await inSession(database) { session in try await Migrator(migrations).status(through: session) }
    }

    @discardableResult
    private func apply(
        _ migrations: [Migration], from baseline: String? = nil, _ database: TestDatabase
    ) async throws -> [Migration] {
        try await inSession(database) { session in
            try await Migrator(migrations, baseline: baseline).apply(through: session)
        }
    }

    private func inSession<Value: Sendable>(
        _ database: TestDatabase,
        _ body: @escaping @Sendable (PostgresSession) async throws -> Value
    ) async throws -> Value {
        let configuration = PostgresConfiguration.patient(try database.parameters)
        return try await onLoop { loop in
            let session = try await PostgresSession.connect(configuration, on: loop)
            defer { session.close() }
            return try await body(session)
        }
    }
}
