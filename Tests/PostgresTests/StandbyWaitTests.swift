import EventLoops
import TestSupport
import Testing

@testable import Postgres

/// Commits that wait for a synchronous standby.
@Suite struct StandbyWaitTests {
    @Test func `a commit whose wait for standbys is canceled is in doubt`() async throws {
        var options = TestCluster.Options()
        options.isDurable = true
        let cluster = try TestCluster(options)
        let database = try await TestDatabase.make(on: cluster)
        try database.psql("CREATE TABLE things (id int, label text, amount bigint)")
        try Self.require("missing", on: cluster)
        defer { try? Self.require("", on: cluster) }
        let canceling = Task.detached { try await Self.cancelOneWait(on: cluster) }
        let written = try await withPool(try database.parameters, { $0.attemptsMax = 1 }) { pool, _ in
            var warnings: [ServerWarning] = []
            pool.onWarning = { warnings.append($0) }
            var written: Int32 = 0
            var error: PostgresError?
            // PostgreSQL's processes learn of the setting one after the other.
            while error == nil {
                written += 1
                error = await failure { [written] () async throws(PostgresError) in
                    try await pool.run(PutThing(id: written))
                }
            }
            #expect(error == .connectionLost(isCommitInDoubt: true))
            #expect(warnings.map(\.endsWaitForStandbys) == [true])
            #expect(warnings.first?.detail?.contains("committed locally") == true, "\(warnings)")
            return written
        }
        #expect(try await canceling.value)
        #expect(try database.psql("SELECT max(id) FROM things") == "\(written)")
    }

    @Test func `the server's warnings are heard, its notices are not`() async throws {
        let database = try await thingsDatabase()
        try await withPool(try database.parameters) { pool, _ in
            var warnings: [ServerWarning] = []
            pool.onWarning = { warnings.append($0) }
            try await pool.run(Warn())
            #expect(warnings.map(\.message) == ["low"])
            #expect(warnings.map(\.sqlState) == ["01000"])
            #expect(warnings.map(\.endsWaitForStandbys) == [false])
        }
    }

    private static func require(_ standbys: String, on cluster: TestCluster) throws {
        try cluster.psql("ALTER SYSTEM SET synchronous_standby_names = '\(standbys)'")
        try cluster.psql("SELECT pg_reload_conf()")
    }

    /// Waits for a commit that waits.
    private static func cancelOneWait(on cluster: TestCluster) async throws -> Bool {
        try await eventually {
            try cluster.psql(
                "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep' LIMIT 1"
            ) == "t"
        }
    }
}

private struct Warn: Statement {
    static let route = Route.coordinator
    static let sql = "DO $$ BEGIN RAISE NOTICE 'fine'; RAISE WARNING 'low'; END $$"
}
