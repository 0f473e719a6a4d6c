import FoundationEssentials
import Migrations
import TestSupport
import Testing

/// `schema.sql` says what the migrations leave, in the words of one version's pg_dump.
@Suite(.enabled(if: TestCluster.version == 15 && !TestEngine.isCitus, "the page is PostgreSQL 15's"))
struct SchemaPageTests {
    private static let path = #filePath.replacing(
        "Tests/MigrationsTests/Schema/SchemaPageTests.swift", with: "Migrations/schema.sql")

    @Test func `the page is what the migrations leave`() async throws {
        let database = try await TestDatabase.make()
        try await database.migrate(upTo: Migrations.all.count)
        let dump = try database.cluster.dump(of: database.name, SchemaPage.options)
        try await database.drop()
        let page = SchemaPage(dump: dump, notes: SchemaNotes(Migrations.all)).text
        guard ProcessInfo.processInfo.environment["SHIPMATE_WRITE_SCHEMA"] == nil else {
            return try page.write(toFile: Self.path, atomically: true, encoding: .utf8)
        }
        let line = zip(page.split(separator: "\n"), Migrations.schema.split(separator: "\n")).first {
            $0 != $1
        }
        let isSame = page == Migrations.schema
        #expect(
            isSame,
            """
            Migrations/schema.sql isn't what the migrations leave. Run `make schema`.
            It should have: \(line?.0 ?? "another end")
            """)
    }

    @Test func `the page is the file`() throws {
        let isSame = try String(contentsOfFile: Self.path, encoding: .utf8) == Migrations.schema
        #expect(isSame, "Migrations/schema.sql has changed since the build. Build again.")
    }
}
