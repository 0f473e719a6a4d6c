import EventLoops
import Migrations
import Postgres
import Service
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

extension Promises.DuringOutages {
    /// An engine that keeps what it commits elsewhere than on its own disk. What tells it are its settings,
    /// which any PostgreSQL can have.
    @Suite(.disabled(if: TestEngine.isCitus, "Neon has no Citus")) struct NeonTests {
        @Test func `is served from without fsync, and the log says why; a commit must wait all the same`()
            async throws
        {
            var options = TestCluster.Options()
            options.settings = [
                "neon.tenant_id = '3c8f9e2a'", "neon.timeline_id = '7d1b'", "synchronous_commit = on",
            ]
            let cluster = try TestCluster(options)
            let database = try await TestDatabase.make(on: cluster)
            try await TestServer.migrate(database.url)
            let install = try ServedInstall(
                environment: database.environment + ["SHIPMATE_ALLOW_UNSAFE_DATABASE=off"])
            defer { install.remove() }
            try await install.start()
            #expect(install.logText.contains("the database is Neon's"))
            #expect(install.output("check")?.contains("database       the database is Neon's") == true)
            install.terminate()
            #expect(install.exit(within: 120_000)?.isSuccess == true)

            try cluster.psql("ALTER SYSTEM SET synchronous_commit = off")
            try cluster.psql("SELECT pg_reload_conf()")
            let isRefused = try await eventually {
                try await refusal(of: database) == .unsafe(settings: ["synchronous_commit"])
            }
            #expect(isRefused)
        }

        private func refusal(of database: TestDatabase) async throws -> Startup.Refusal? {
            let startup = Startup(
                database: PostgresConfiguration(try database.parameters), migrator: Migrator(Migrations.all),
                allowsUnsafeDatabase: false)
            do {
                try await onLoop { _ = try await startup.run(on: $0) }
                return nil
            } catch let error as Startup.Refusal {
                return error
            }
        }
    }
}
