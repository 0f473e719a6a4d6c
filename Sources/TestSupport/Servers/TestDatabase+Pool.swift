package import EventLoops
package import Postgres

extension TestDatabase {
    /// A clone of the schema's template, dropped after `body`.
    ///
    /// - Parameter alone: whether no other test has such a database meanwhile: for those that look at the
    ///   clock.
    package static func withSchema<Value>(
        alone: Bool = false, _ body: (TestDatabase) async throws -> Value
    ) async throws -> Value {
        try await with(template: "shipmate", alone: alone, prepare: TestServer.migrate, body)
    }

    /// Runs `body` with a pool as the service opens one, but patient: many tests at once on a small machine
    /// are no fault of the code under test.
    ///
    /// - Parameters:
    ///   - asOwner: keeps the owner's rights.
    ///   - host: the folder of another socket than PostgreSQL's own.
    package func withPool<Value: Sendable>(
        asOwner: Bool = false, connections: Int = 4, lockMilliseconds: Int = 10_000,
        through host: String? = nil,
        _ body: @escaping @Sendable (PostgresPool, isolated EventLoop) async throws -> Value
    ) async throws -> Value {
        var settings = SessionSettings.writing
        if !asOwner { settings.others.append(.init("role", "shipmate_service")) }
        settings.statementTimeoutMilliseconds = 20_000
        settings.lockTimeoutMilliseconds = lockMilliseconds
        settings.idleInTransactionTimeoutMilliseconds = 10_000
        var configuration = PostgresConfiguration(
            try ConnectionParameters(url + (host.map { " host=\($0)" } ?? "")), settings: settings)
        if TestEngine.isCitus {
            configuration = configuration.fitting(.citus)
            if !asOwner { try makeNodesPatient(milliseconds: settings.lockTimeoutMilliseconds) }
        }
        configuration.connectionsPerLoop = connections
        configuration.waitMillisecondsMax = 20_000
        configuration.connectMillisecondsMax = 20_000
        configuration.replyMillisecondsMax = 30_000
        configuration.conflictMillisecondsMax = 20_000
        configuration.makeListenerPatient()
        return try await onLoop { [configuration] loop in
            let pool = try PostgresPool(configuration: configuration, on: loop)
            let result: Result<Value, any Error>
            do { result = .success(try await body(pool, loop)) } catch { result = .failure(error) }
            await pool.close(on: loop)
            return try result.get()
        }
    }

    /// Citus' workers wait for locks as long as their own role does, not as the coordinator's session does.
    private func makeNodesPatient(milliseconds: Int) throws {
        try psqlAtEachNode(
            "ALTER ROLE shipmate_service IN DATABASE \(name) SET lock_timeout = '\(milliseconds)'")
    }
}
