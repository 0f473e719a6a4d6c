package import Postgres

/// Brings a schema up to date, on one PostgreSQL or on Citus.
package struct SchemaUpdate {
    private let migrations: [Migration]
    private let baseline: String?
    private let distribution: Distribution?

    /// - Parameters:
    ///   - baseline: the schema that an empty database begins with; nil to apply each migration.
    ///   - distribution: how to distribute the tables; without it distributed ones stay so.
    package init(
        _ migrations: [Migration] = Migrations.all, baseline: String? = Migrations.baseline,
        distribution: Distribution? = nil
    ) {
        self.migrations = migrations
        self.baseline = baseline
        self.distribution = distribution
    }

    package enum Failure: Error, Hashable, Sendable {
        case migration(MigrationError)
        case distribution(Distribution.Failure)
    }

    package struct Done: Sendable {
        package let migrations: [Migration]
        /// The newly distributed ones.
        package let tables: [String]
    }

    /// - Parameter session: the owner's, with `SessionSettings.unlimited`.
    package func run(through session: PostgresSession) async throws(Failure) -> Done {
        let engine = try await engine(through: session)
        try await checkNodes(through: session)
        let applied: [Migration]
        do throws(MigrationError) {
            applied = try await Migrator(migrations, baseline: baseline).apply(through: session)
        } catch {
            throw .migration(error)
        }
        guard let distribution = distribution ?? (engine == .citus ? Distribution() : nil) else {
            return Done(migrations: applied, tables: [])
        }
        do throws(Distribution.Failure) {
            return Done(migrations: applied, tables: try await distribution.apply(through: session))
        } catch {
            throw .distribution(error)
        }
    }

    /// Asks the nodes only if there is work to do, so that a server starts while a node is away.
    private func checkNodes(through session: PostgresSession) async throws(Failure) {
        let status: SchemaStatus
        do throws(PostgresError) {
            status = try await Migrator(migrations).status(through: session)
        } catch {
            throw .migration(.database(error))
        }
        guard !status.isServable || distribution != nil else { return }
        do throws(Distribution.Failure) {
            try await Distribution.checkNodes(through: session)
        } catch {
            throw .distribution(error)
        }
    }

    /// Also lets this session's migrations make triggers on distributed tables, and change functions and
    /// tables.
    private func engine(through session: PostgresSession) async throws(Failure) -> DatabaseEngine {
        do throws(PostgresError) {
            let engine = try await DatabaseEngine.found(through: session)
            guard engine == .citus else { return engine }
            try await session.query("SET citus.enable_unsafe_triggers = on")
            // Citus refuses to replace a function after a change of all shards in parallel.
            try await session.query("SET citus.multi_shard_modify_mode = 'sequential'")
            return engine
        } catch {
            throw .migration(.database(error))
        }
    }
}
