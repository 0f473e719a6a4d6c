package import EventLoops

/// For how long a session is ours, which depends on what stands between us and PostgreSQL.
package enum Pooling: Hashable, Sendable {
    /// As long as the connection lasts: nothing stands between, or a pooler in session mode.
    case session
    /// For one transaction; what was prepared on the connection is known in each.
    case transaction
    /// For one transaction, and what was prepared is known by chance.
    case transactionWithoutStatements

    /// Two connections are asked alternately for theirs so often. More is for a pooler that others use as
    /// well.
    private static let rounds = 3

    /// Detects it without changing settings, which could stay behind in another client's session.
    package static func found(
        by configuration: PostgresConfiguration, on loop: isolated EventLoop
    ) async throws(PostgresError) -> Pooling {
        var plain = configuration
        plain.isPooledByTransaction = true
        let first = try await PostgresSession.connect(plain, on: loop)
        defer { first.close() }
        if try await first.backendPID() == first.announcedPID { return .session }
        let second = try await PostgresSession.connect(plain, on: loop)
        defer { second.close() }
        guard try await areLent(first, second) else { return .session }
        // One that lends a session for a statement alone says so here.
        try await second.query("BEGIN")
        try await second.query("ROLLBACK")
        return try await keepsStatements(plain, on: loop) ? .transaction : .transactionWithoutStatements
    }

    /// Whether two connections meet in one session, or one has several.
    private static func areLent(
        _ first: PostgresSession, _ second: PostgresSession
    ) async throws(PostgresError) -> Bool {
        let own = try await first.backendPID()
        for _ in 0..<rounds {
            if try await second.backendPID() == own { return true }
            if try await first.backendPID() != own { return true }
        }
        return false
    }

    /// Whether two connections can prepare different statements under one name.
    private static func keepsStatements(
        _ configuration: PostgresConfiguration, on loop: isolated EventLoop
    ) async throws(PostgresError) -> Bool {
        let connections = [
            try await connect(configuration, on: loop), try await connect(configuration, on: loop),
        ]
        defer { for connection in connections { connection.close() } }
        for _ in 0..<rounds {
            for (number, connection) in connections.enumerated() {
                let statement = Query(name: "Pooling", sql: "SELECT \(number)")
                do throws(PostgresError) {
                    let results = try await connection.perform(
                        [statement], commits: false, timeoutMilliseconds: configuration.replyMillisecondsMax)
                    var dealer = ResultDealer(results)
                    guard try dealer.rows(of: Number.self) == [Int32(number)] else { return false }
                } catch {
                    // It exists already, or doesn't exist.
                    guard ["42P05", "26000"].contains(error.sqlState) else { throw error }
                    return false
                }
            }
        }
        return true
    }

    private static func connect(
        _ configuration: PostgresConfiguration, on loop: isolated EventLoop
    ) async throws(PostgresError) -> PostgresConnection {
        try await configuration.withEachHost { rotation throws(PostgresError) in
            try await PostgresConnection.connect(configuration, rotation: rotation, on: loop)
        }
    }

    private struct Number: Statement {
        static let route = Route.coordinator
        static let sql = "SELECT 0"

        static func decode(_ row: inout RowReader) throws(PostgresError) -> Int32 { try row.read() }
    }
}

extension PostgresSession {
    fileprivate func backendPID() async throws(PostgresError) -> Int32? {
        try await query("SELECT pg_backend_pid()").first?.first.flatMap { $0 }.flatMap { Int32($0) }
    }
}
