import FoundationEssentials
import HTTP
import JSON
import Migrations
import Postgres
import TestSupport
import Testing

/// Servers that run while tables are spread over Citus' nodes.
@Suite(.enabled(if: TestEngine.isCitus, "this is about Citus: make test-citus"))
struct RunningServerTests {
    @Test func `one from before tells everybody to come again, and that it must be started again`()
        async throws
    {
        let database = try await TestDatabase.make()
        try await update(SchemaUpdate(), database)
        let log = try TestLog()
        var options = TestServer.Options()
        options.log = log
        let before = try await TestServer.start(on: database, options)
        let client = try before.client
        let ben = try client.signUp()
        #expect(try client.reachLevel(3, token: ben.token, id: UUID().uuidString.lowercased()).status == 200)
        async let spreading: Void = update(
            SchemaUpdate(distribution: Distribution(shards: TestEngine.shards)), database)
        // Also before the server has noticed. Spreading waits for all other tests that migrate.
        let words = "the tables were distributed over Citus' nodes: restart this process"
        var statuses: Set<Int> = []
        let isTold = try await eventually(seconds: 300) {
            let reply = try client.reachLevel(4, token: ben.token, id: UUID().uuidString.lowercased())
            statuses.insert(reply.status)
            return try log.lines.contains { $0["message"]?.string == words }
        }
        try await spreading
        let told = try log.text.suffix(3_000)
        #expect(isTold && statuses.isSubset(of: [200, 503]), "\(statuses) \(told)")
        #expect(try await eventually { try client.send("GET", "/health/ready").status == 503 })
        let refused = try client.reachLevel(4, token: ben.token, id: UUID().uuidString.lowercased())
        #expect(refused.status == 503 && refused[header: "retry-after"] != nil, "\(refused.text)")
        #expect(try log.lines.count { $0["message"]?.string == words } == 1)
        await before.stop()

        let after = try await TestServer.start(on: database, options)
        #expect(
            try after.client.reachLevel(5, token: ben.token, id: UUID().uuidString.lowercased()).status == 200
        )
        await after.stop()
        try await database.drop()
    }

    private func update(_ update: SchemaUpdate, _ database: TestDatabase) async throws {
        let configuration = PostgresConfiguration.patient(try database.parameters)
        try await TestEngine.migrating {
            try await onLoop { loop in
                let session = try await PostgresSession.connect(configuration, on: loop)
                defer { session.close() }
                _ = try await update.run(through: session)
            }
        }
    }
}
