import Migrations
import Postgres
import TestSupport
import Testing

/// A new installation begins with the baseline, and is like one that has taken every step.
@Suite struct BaselineTests {
    @Test(arguments: TestEngine.isCitus ? ["public"] : ["public", "harbour"])
    func `an empty database becomes what all migrations leave`(_ schema: String) async throws {
        let (new, old) = (try await database(schema), try await database(schema))
        #expect(try await update(new).migrations == Migrations.all)
        #expect(try await update(old, baseline: nil).migrations == Migrations.all)
        let (found, expected) = (try contents(of: new), try contents(of: old))
        for (found, expected) in zip(found, expected) where found != expected {
            Issue.record("\(found)\nis in all migrations\n\(expected)")
            break
        }
        #expect(found.count == expected.count && found.count > 1_000)
        #expect(try await update(new).migrations == [])
        try await new.drop()
        try await old.drop()
    }

    @Test func `two processes at once create it once`() async throws {
        let database = try await TestDatabase.make()
        async let one = update(database)
        async let other = update(database)
        #expect(try await one.migrations.count + other.migrations.count == Migrations.all.count)
        try await database.drop()
    }

    @Test func `newer migrations follow one by one`() async throws {
        let next = Migration(
            number: Migrations.all.count + 1, name: "boats", sql: "CREATE TABLE boats (id int)")
        let database = try await TestDatabase.make()
        let update = SchemaUpdate(Migrations.all + [next])
        #expect(try await run(update, on: database).migrations == Migrations.all + [next])
        #expect(try database.psql("SELECT count(*) FROM boats") == "0")
        try await database.drop()
    }

    private func database(_ schema: String) async throws -> TestDatabase {
        let database = try await TestDatabase.make()
        if schema != "public" {
            try database.psql("CREATE SCHEMA \(schema)")
            try database.psql("ALTER DATABASE \(database.name) SET search_path = \(schema)")
        }
        return database
    }

    private func update(
        _ database: TestDatabase, baseline: String? = Migrations.baseline
    ) async throws -> SchemaUpdate.Done {
        let distribution = TestEngine.isCitus ? Distribution(shards: TestEngine.shards) : nil
        return try await run(SchemaUpdate(baseline: baseline, distribution: distribution), on: database)
    }

    private func run(_ update: SchemaUpdate, on database: TestDatabase) async throws -> SchemaUpdate.Done {
        let configuration = PostgresConfiguration.patient(try database.parameters)
        return try await TestEngine.migrating {
            try await onLoop { loop in
                let session = try await PostgresSession.connect(configuration, on: loop)
                defer { session.close() }
                return try await update.run(through: session)
            }
        }
    }

    /// Tables, functions, rights and rows. Without times; without PostgreSQL 18's names of NOT NULL, which
    /// stay when a table is renamed; without parentheses: `(a AND b) AND c` is read as one list of three.
    private func contents(of database: TestDatabase) throws -> [String] {
        try database.cluster.dump(of: database.name, "--column-inserts")
            .replacing(DumpEntry.moment, with: "now()")
            .replacing(#/CONSTRAINT \w+ NOT NULL/#, with: "NOT NULL")
            .filter { !"()".contains($0) }
            .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("\\") }
    }
}
