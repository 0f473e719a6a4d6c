package import Postgres

/// Brings a schema up to date, on one PostgreSQL or on Citus.
package struct SchemaUpdate {
    private let migrations: [Migration]
    private let baseline: String?
    private let distribution: Distribution?

    /// - Parameters:
    ///   - baseline: what an empty database begins with; nil to apply each migration.
    ///   - distribution: how to spread the tables, if they are to be; those that are stay so without.
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
        /// Those that were spread now.
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

    /// Where there is nothing to do nothing is asked for, so that a server starts while a node is away.
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

    /// Also lets this session's migrations have triggers on what is spread, and change functions and tables.
    private func engine(through session: PostgresSession) async throws(Failure) -> DatabaseEngine {
        do throws(PostgresError) {
            let engine = try await DatabaseEngine.found(through: session)
            guard engine == .citus else { return engine }
            try await session.query("SET citus.enable_unsafe_triggers = on")
            // A function of what is spread isn't replaced after a change of all shards at once.
            try await session.query("SET citus.multi_shard_modify_mode = 'sequential'")
            return engine
        } catch {
            throw .migration(.database(error))
        }
    }
}
