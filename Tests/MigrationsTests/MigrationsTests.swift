import FoundationEssentials
import Migrations
import Postgres
import TestSupport
import Testing

/// The schema's own steps: what is on disk is what the binary carries, and they apply where they must.
@Suite struct MigrationsTests {
    @Test func `the files on disk are the ones carried, in order`() throws {
        let folder = #filePath.replacing("Tests/MigrationsTests/MigrationsTests.swift", with: "Migrations")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.contains(/^\d.*\.sql$/) }.sorted()
        let carried = Migrations.all.map { migration in
            let digits = String(migration.number)
            return String(repeating: "0", count: 4 - digits.count) + digits + "_\(migration.name).sql"
        }
        #expect(carried == files)
        #expect(Migrations.all.map(\.number) == Array(1...files.count))
        for (file, migration) in zip(files, Migrations.all) {
            let sql = try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
            #expect(migration.sql == sql, "\(file)")
            #expect(sql.hasPrefix("--"), "\(file) doesn't say why it is there")
        }
    }

    @Test func `applying twice does nothing`() async throws {
        let database = try await TestDatabase.make()
        #expect(try await apply(to: database.url) == Migrations.all.map(\.number))
        let schema = try shape(of: database)
        #expect(try await apply(to: database.url) == [])
        #expect(try shape(of: database) == schema)
        try await database.drop()
    }

    @Test(arguments: [true, false])
    func `an owner without CREATEROLE suffices once the role is there`(_ hasBaseline: Bool) async throws {
        // Whichever test came first, the role is there.
        let migrated = try await TestDatabase.make(template: "shipmate", prepare: TestServer.migrate)
        let database = try await TestDatabase.make()
        let owner = "owner_of_\(database.name)"
        try database.psql("CREATE ROLE \(owner) LOGIN NOSUPERUSER NOCREATEROLE")
        for node in database.cluster.nodes {
            try database.psql("ALTER DATABASE \(database.name) OWNER TO \(owner)", node: node)
        }
        let baseline = hasBaseline ? Migrations.baseline : nil
        let applied = try await apply(to: database.url(user: owner), from: baseline)
        #expect(applied == Migrations.all.map(\.number))
        #expect(try shape(of: database) == shape(of: migrated))
        #expect(try database.psql("SET ROLE shipmate_service; SELECT count(*) FROM users") == "0")
        try await database.drop()
        try await migrated.drop()
    }

    private func apply(to url: String, from baseline: String? = nil) async throws -> [Int] {
        let configuration = PostgresConfiguration.patient(try ConnectionParameters(url))
        return try await TestEngine.migrating {
            try await onLoop { loop in
                let session = try await PostgresSession.connect(configuration, on: loop)
                defer { session.close() }
                return try await Migrator(Migrations.all, baseline: baseline)
                    .apply(through: session).map(\.number)
            }
        }
    }

    /// Every column, constraint, trigger and right of the service's role.
    private func shape(of database: TestDatabase) throws -> String {
        try database.psql(
            """
            SELECT table_name, column_name, data_type FROM information_schema.columns
                WHERE table_schema = 'public' ORDER BY 1, 2;
            SELECT conname, translate(pg_get_constraintdef(oid), '()', '') FROM pg_constraint
                WHERE connamespace = 'public'::regnamespace AND contype <> 'n' ORDER BY 1;
            SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1;
            SELECT table_name, privilege_type FROM information_schema.role_table_grants
                WHERE grantee = 'shipmate_service' ORDER BY 1, 2;
            """)
    }
}
