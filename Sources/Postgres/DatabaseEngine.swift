package import EventLoops

/// What keeps the tables: one PostgreSQL, or Citus, which spreads them over several.
package enum DatabaseEngine: Hashable, Sendable {
    case postgres
    /// There are distributed tables. Where Citus is merely installed everything is as without it.
    case citus

    package static func found(
        through session: PostgresSession
    ) async throws(PostgresError) -> DatabaseEngine {
        let catalogue = try await session.query(
            "SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL")
        guard catalogue == [["t"]] else { return .postgres }
        let tables = try await session.query(
            "SELECT EXISTS (SELECT FROM pg_dist_partition WHERE partmethod = 'h')")
        return tables == [["t"]] ? .citus : .postgres
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
        return fitting
    }
}
