package import EventLoops

/// The database's engine: one PostgreSQL, or Citus, which distributes tables over several.
package enum DatabaseEngine: Hashable, Sendable {
    case postgres
    /// There are distributed tables. Where Citus is merely installed everything is as without it.
    case citus

    /// The channel for a distribution of the tables.
    package static let channel = "shipmate_engine"

    package static func found(
        through session: PostgresSession
    ) async throws(PostgresError) -> DatabaseEngine {
        guard try await session.query(HasCatalogue.sql) == [["t"]] else { return .postgres }
        return try await session.query(HasDistributedTables.sql) == [["t"]] ? .citus : .postgres
    }

    package static func found(through pool: PostgresPool) async throws(PostgresError) -> DatabaseEngine {
        guard try await pool.run(HasCatalogue()) == [true] else { return .postgres }
        return try await pool.run(HasDistributedTables()) == [true] ? .citus : .postgres
    }

    package static func found(
        by configuration: PostgresConfiguration, on loop: isolated EventLoop
    ) async throws(PostgresError) -> DatabaseEngine {
        let session = try await PostgresSession.connect(configuration, on: loop)
        defer { session.close() }
        return try await found(through: session)
    }
}

extension PostgresConfiguration {
    /// The same, for sessions on an engine. Citus finds a row's shard when it plans, by the parameters'
    /// values: it has no generic plans.
    package func fitting(_ engine: DatabaseEngine) -> PostgresConfiguration {
        guard engine == .citus else { return self }
        var fitting = self
        fitting.engine = engine
        fitting.settings.others.removeAll { $0.name == "plan_cache_mode" }
        fitting.settings.others += Self.ofTransactionsOverNodes
        return fitting
    }

    /// A transaction has one connection to each node, which is kept: those beside it would be made for rows
    /// of several shards, and ended.
    private static let ofTransactionsOverNodes: [SessionSettings.Setting] = [
        .init("citus.max_adaptive_executor_pool_size", "1")
    ]
}

private struct HasCatalogue: Statement {
    static let route = Route.coordinator
    static let sql = "SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Bool { try row.read() }
}

private struct HasDistributedTables: Statement {
    static let route = Route.coordinator
    static let sql = "SELECT EXISTS (SELECT FROM pg_dist_partition WHERE partmethod = 'h')"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Bool { try row.read() }
}
