import Crypto
import EventLoops
import Service
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

extension Promises.DuringOutages {
    /// PgBouncer between the service and its database.
    @Suite struct PoolerTests {
        @Test func `in session mode all is as ever: events, rewards, and revoked keys within a second`()
            async throws
        {
            try await withPooler(.session) { options, database, pooler in
                options.hosts = [pooler.folder]
                try await expectService(on: database, options)
            }
        }

        @Test func `transaction mode is refused at start, in words that say what to do`() async throws {
            try await withPooler(.transaction) { options, database, pooler in
                options.hosts = [pooler.folder]
                let refusal: PoolerRefusal =
                    TestPooler.keepsStatements ? .hearsNothing : .losesStatements
                await #expect(throws: Startup.Refusal.pooler(refusal)) {
                    try await TestServer.start(on: database, options)
                }
                let words = TestPooler.keepsStatements ? "SHIPMATE_LISTEN_URL" : "before 1.21"
                #expect(refusal.description.contains(words))
            }
        }

        @Test func `nobody migrates in sessions that are lent for one transaction`() async throws {
            try await withPooler(.transaction) { _, database, pooler in
                let url = "\(database.url) host=\(pooler.folder)"
                let configuration = try Configuration(environment: ["DATABASE_URL": url])
                let error = await #expect(throws: Migrate.Failure.self) {
                    try await onLoop {
                        try await Migrate(configuration).run(
                            DatabaseURLs(service: url, owner: url), on: $0)
                    }
                }
                #expect(error?.description.contains("SHIPMATE_DATABASE_OWNER_URL") == true)
            }
        }

        @Test(.enabled(if: TestPooler.keepsStatements, "the installed PgBouncer is older than 1.21"))
        func `in transaction mode all is as ever once LISTEN has a connection of its own`() async throws {
            try await withPooler(.transaction) { options, database, pooler in
                options.hosts = [pooler.folder]
                options.listeningHost = pooler.folder
                await #expect(throws: Startup.Refusal.pooler(.isNotHeard)) {
                    try await TestServer.start(on: database, options)
                }
                options.listeningHost = database.cluster.folder
                try await expectService(on: database, options)
            }
        }

        private func withPooler(
            _ mode: TestPooler.Mode,
            _ body: (inout TestServer.Options, TestDatabase, TestPooler) async throws -> Void
        ) async throws {
            try await TestDatabase.withSchema { database in
                var options = TestServer.Options()
                try await body(&options, database, try TestPooler(mode, before: database.cluster))
            }
        }

        private func expectService(on database: TestDatabase, _ options: TestServer.Options) async throws {
            let server = try await TestServer.start(on: database, options)
            let outcome: Result<Void, any Error>
            do { outcome = .success(try await expectService(of: server)) } catch { outcome = .failure(error) }
            await server.stop()
            try outcome.get()
        }

        private func expectService(of server: TestServer) async throws {
            let client = try server.client
            let load = Load(on: server.port, referrer: try client.signUp())
            try await load.during(clients: 8) { try await load.waitForEvents(300) }
            #expect(load.odd == [])
            try expectSoundLedger(server.database, client, readKey: try await server.key(.read))
            let key = try await server.key(.read)
            #expect(try client.send("GET", "/v1/admin/users", token: key).status == 200)
            try await server.revoke(key: key)
            #expect(
                try await soon {
                    try client.send("GET", "/v1/admin/users", token: key).status == 401
                })
        }
    }
}
