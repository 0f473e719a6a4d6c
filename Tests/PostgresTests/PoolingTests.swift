import EventLoops
import TestSupport
import Testing

@testable import Postgres

/// What stands between us and PostgreSQL, and what settings become of there.
@Suite struct PoolingTests {
    @Test func `a pooler in session mode passes for PostgreSQL itself`() async throws {
        let cluster = try TestCluster.shared()
        #expect(try await pooling(cluster.folder) == .session)
        let pooler = try TestPooler(.session, before: cluster)
        #expect(try await pooling(pooler.folder) == .session)
        try await withPool(try at(pooler.folder)) { pool, _ in
            let found = try await settings(pool)
            #expect(found == ["250ms", "UTC", "force_generic_plan"])
            let name = try await pool.run(ReadSetting(setting: "application_name"))
            #expect(name == ["shipmate"])
        }
        withExtendedLifetime(pooler) {}
    }

    @Test func `a pooler in transaction mode is known by what it does, whether it keeps statements or not`()
        async throws
    {
        let pooler = try TestPooler(.transaction, before: try TestCluster.shared())
        let expected: Pooling =
            TestPooler.keepsStatements ? .transaction : .transactionWithoutStatements
        // The second time finds what the first one left in the pooler's sessions.
        for _ in 0..<2 { #expect(try await pooling(pooler.folder) == expected) }
        withExtendedLifetime(pooler) {}
    }

    @Test func `a pooler in statement mode says itself that no transaction can be had`() async throws {
        let pooler = try TestPooler(.statement, before: try TestCluster.shared())
        let error = await #expect(throws: PostgresError.self) { try await pooling(pooler.folder) }
        #expect(error?.description.contains("statement pooling mode") == true, "\(String(describing: error))")
        withExtendedLifetime(pooler) {}
    }

    @Test func `each transaction brings its settings along where no session is lent for longer`()
        async throws
    {
        let cluster = try TestCluster.shared()
        try await expectTravellingSettings(cluster.folder)
        if TestPooler.keepsStatements {
            let pooler = try TestPooler(.transaction, before: cluster)
            try await expectTravellingSettings(pooler.folder)
            withExtendedLifetime(pooler) {}
        }
    }

    @Test func `what is said is heard in the same database, unless a pooler lends a session for a moment`()
        async throws
    {
        let cluster = try TestCluster.shared()
        let other = try await TestDatabase.make()
        let pooler = try TestPooler(.transaction, before: cluster)
        let isHeard = (
            here: try await hears(at: try at(cluster.folder), within: 20_000),
            elsewhere: try await hears(at: try other.parameters, within: 500),
            pooled: try await hears(at: try at(pooler.folder), within: 500)
        )
        #expect(isHeard == (true, false, false))
        withExtendedLifetime(pooler) {}
    }

    private func at(_ host: String) throws -> ConnectionParameters {
        try ConnectionParameters("host=\(host) user=postgres dbname=postgres")
    }

    /// As the service connects, but with time for a loaded machine.
    private func patient(_ parameters: ConnectionParameters) -> PostgresConfiguration {
        var configuration = PostgresConfiguration(parameters)
        configuration.connectMillisecondsMax = 30_000
        return configuration
    }

    private func pooling(_ host: String) async throws -> Pooling {
        let configuration = patient(try at(host))
        return try await onLoop { try await Pooling.found(by: configuration, on: $0) }
    }

    private func settings(_ pool: PostgresPool) async throws -> [String] {
        var values: [String] = []
        for name in ["lock_timeout", "TimeZone", "plan_cache_mode"] {
            values += try await pool.run(ReadSetting(setting: name))
        }
        return values
    }

    private func expectTravellingSettings(_ host: String) async throws {
        let parameters = try at(host)
        try await withPool(parameters, { $0.isPooledByTransaction = true }) { pool, loop in
            let expected = ["250ms", "UTC", "force_generic_plan"]
            #expect(try await settings(pool) == expected)
            let inside = try await pool.transaction(isolation: .repeatableRead) {
                transaction throws(PostgresError) in
                let (first, second) = try await transaction.send(
                    ReadSetting(setting: "lock_timeout"), ReadSetting(setting: "transaction_isolation"))
                return first + second + (try await transaction.commit(ReadSetting(setting: "jit")))
            }
            #expect(inside == ["250ms", "repeatable read", "off"])
            try await pool.runAll([Plain(), Plain()])
            // Nothing stays behind for whoever has the session next.
            var plain = patient(parameters)
            plain.isPooledByTransaction = true
            for _ in 0..<8 {
                let session = try await PostgresSession.connect(plain, on: loop)
                #expect(try await session.query("SHOW lock_timeout") == [["0"]])
                session.close()
            }
        }
    }

    private func hears(at listening: ConnectionParameters, within milliseconds: Int) async throws -> Bool {
        let speaking = patient(try at(try TestCluster.shared().folder))
        let configuration = patient(listening)
        return try await onLoop {
            try await Hearing.isGood(from: speaking, to: configuration, within: milliseconds, on: $0)
        }
    }
}
