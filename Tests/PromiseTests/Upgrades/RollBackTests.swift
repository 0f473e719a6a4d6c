import HTTP
import JSON
import Migrations
import Postgres
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

extension Promises.DuringOutages {
    /// This version on a schema that the next one has migrated.
    @Suite struct RollBackTests {
        private static let next = Migrations.all.count + 1
        private static let added = Migration(
            number: next, name: "ranks",
            sql: "ALTER TABLE users ADD COLUMN rank int; CREATE TABLE ranks (id int)"
        ).expanding
        private static let dropped = Migration(
            number: next + 1, name: "no_lists", sql: "ALTER TABLE users DROP COLUMN rank; DROP TABLE ranks")

        @Test func `it serves on what the next one has added, and keeps what players get`() async throws {
            try await TestDatabase.with(template: "shipmate", prepare: TestServer.migrate) { database in
                let install = try ServedInstall(environment: database.environment)
                defer { install.remove() }
                try await install.start()
                let user = try TestClient(port: install.port).signUp()
                install.terminate()
                #expect(install.exit(within: 120_000)?.isSuccess == true)
                try await database.migrate(by: Migrations.all + [Self.added])
                try await install.start()
                let client = try TestClient(port: install.port)
                #expect(try client.send("GET", "/v1/users/me", token: user.token).status == 200)
                #expect(try client.send("POST", "/v1/users", [:]).status == 201)
                #expect(
                    install.logText.contains("the schema is newer than this program: it is at \(Self.next)"))
                #expect(install.output("migrate") != nil)
                #expect(try database.psql("SELECT count(*) FROM ranks") == "0")
            }
        }

        @Test func `it refuses to start on what the next one has changed, and says so`() async throws {
            try await TestDatabase.with(template: "shipmate", prepare: TestServer.migrate) { database in
                try await database.migrate(by: Migrations.all + [Self.added, Self.dropped])
                let install = try ServedInstall(environment: database.environment)
                defer { install.remove() }
                let failure = await #expect(throws: ServedInstall.Failure.self) { try await install.start() }
                #expect(failure?.description.contains("Run the newer program, or restore") == true)
                #expect(install.output("migrate") == nil)
            }
        }
    }
}
