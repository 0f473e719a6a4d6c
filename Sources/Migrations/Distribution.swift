package import Postgres

/// Distributes the tables over Citus' nodes, and repairs what is missing. It can be repeated, and runs after
/// each migration of distributed tables.
package struct Distribution: Sendable {
    private static let role = "shipmate_service"

    private let shards: Int?

    /// - Parameter shards: of each table, if none is distributed yet; later tables get as many as the first.
    ///   Default: 32.
    package init(shards: Int? = nil) {
        self.shards = shards
    }

    package enum Failure: Error, Hashable, Sendable {
        case noExtension
        /// The owner lacks the right to these; a superuser must do them. Statements, or words.
        case notAllowed([String])
        case database(PostgresError)
    }

    /// Distributes all other tables, with their rows, in one transaction. Writers wait until it ends.
    ///
    /// - Parameter session: the owner's, with `SessionSettings.unlimited`.
    /// - Returns: the names of the tables that it has distributed.
    package func apply(through session: PostgresSession) async throws(Failure) -> [String] {
        guard try await Self.hasExtension(session) else { throw .noExtension }
        let wanted = try await roleStatements(through: session)
        if !wanted.isEmpty, try await !mayChangeRoles(through: session) { throw .notAllowed(wanted) }
        do throws(Failure) {
            let spread = try await spread(through: session)
            for statement in wanted { try await run(statement, session) }
            return spread
        } catch {
            if session.isInTransaction { _ = try? await session.query("ROLLBACK") }
            throw error
        }
    }

    private func spread(through session: PostgresSession) async throws(Failure) -> [String] {
        try await run("BEGIN", session)
        try await run("SELECT pg_advisory_xact_lock(hashtextextended('shipmate distribution', 0))", session)
        let missing = try await missingTables(through: session)
        let shards = try await shardCount(through: session)
        try await run("SET LOCAL citus.enable_unsafe_triggers = on", session)
        for sql in missing.flatMap({ $0.spreading(over: shards) }) { try await run(sql, session) }
        // Running servers still think that it is one PostgreSQL.
        if !missing.isEmpty { try await run("NOTIFY \(DatabaseEngine.channel)", session) }
        try await run("COMMIT", session)
        return missing.map(\.name)
    }

    private func missingTables(through session: PostgresSession) async throws(Failure) -> [DistributedTable] {
        let there = try await Self.rows(Self.distributed, through: session).compactMap(\.first)
        let made = try await Self.rows(Self.tables, through: session).compactMap(\.first)
        return DistributedTable.all.filter { made.contains($0.name) && !there.contains($0.name) }
    }

    private func shardCount(through session: PostgresSession) async throws(Failure) -> Int {
        let count = try await Self.rows(
            """
            SELECT count(*) FROM pg_dist_shard AS s JOIN pg_dist_partition AS p USING (logicalrelid)
            WHERE logicalrelid = 'users'::regclass AND p.partmethod = 'h'
            """, through: session)
        let there = count.first?.first.flatMap { $0 }.flatMap { Int($0) } ?? 0
        return there > 0 ? there : shards ?? 32
    }

    /// A session's settings hold on the coordinator only. So the role says how nodes plan batches, which must
    /// lock rows in one order, and how long they wait for a lock.
    static let roleSettings = [
        ("enable_bitmapscan", "off"), ("enable_hashjoin", "off"), ("enable_mergejoin", "off"),
        ("enable_seqscan", "off"), ("lock_timeout", "250ms"),
    ]

    /// Citus connects to its nodes as the session's role, which must be able to log in there.
    private func roleStatements(through session: PostgresSession) async throws(Failure) -> [String] {
        let role = try await Self.rows(
            "SELECT rolcanlogin, coalesce(rolconfig, '{}') FROM pg_roles WHERE rolname = '\(Self.role)'",
            through: session)
        guard let row = role.first, row.count == 2, let config = row[1] else { return [] }
        let settings = Self.roleSettings.filter { !config.contains("\($0)=\($1)") }
        return (row[0] == "f" ? ["ALTER ROLE \(Self.role) LOGIN"] : [])
            + settings.map { "ALTER ROLE \(Self.role) SET \($0) = '\($1)'" }
    }
}

/// The missing rights of the owner, all reported at once.
extension Distribution {
    /// Citus makes the schema's objects on each node, as the owner. Without Citus there is nothing to check.
    static func checkNodes(through session: PostgresSession) async throws(Failure) {
        guard try await hasExtension(session) else { return }
        let nodes = try await rows(
            """
            SELECT concat_ws(':', n.nodename, n.nodeport), r.success, r.result, current_user,
                current_database()
            FROM pg_dist_node AS n JOIN run_command_on_all_nodes(
                $asked$SELECT has_schema_privilege(current_schema(), 'CREATE')$asked$) AS r USING (nodeid)
            WHERE n.isactive ORDER BY n.nodeid
            """, through: session)
        let lacking = nodes.compactMap { row -> String? in
            let row = row.map { $0 ?? "" }
            if row[1] == "f" { return "let \(row[3]) in at \(row[0]): pg_hba.conf, or pg_dist_authinfo" }
            return row[2] == "t" ? nil : "at \(row[0]): ALTER DATABASE \(row[4]) OWNER TO \(row[3])"
        }
        guard lacking.isEmpty else { throw .notAllowed(lacking) }
    }

    private func mayChangeRoles(through session: PostgresSession) async throws(Failure) -> Bool {
        try await Self.rows(
            "SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user", through: session
        ) == [["t"]]
    }
}

extension Distribution {
    static let distributed = "SELECT logicalrelid::text FROM pg_dist_partition WHERE partmethod = 'h'"

    /// Only existing tables can be distributed; later migrations make others.
    private static let tables =
        "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN "
        + "('r', 'p')"

    private static func hasExtension(_ session: PostgresSession) async throws(Failure) -> Bool {
        try await !rows("SELECT FROM pg_extension WHERE extname = 'citus'", through: session).isEmpty
    }

    private func run(_ sql: String, _ session: PostgresSession) async throws(Failure) {
        _ = try await Self.rows(sql, through: session)
    }

    private static func rows(
        _ sql: String, through session: PostgresSession
    ) async throws(Failure) -> [[String?]] {
        do throws(PostgresError) {
            return try await session.query(sql)
        } catch {
            throw sql.hasPrefix("ALTER ROLE") && error.sqlState == "42501"
                ? .notAllowed([sql]) : .database(error)
        }
    }
}

extension DistributedTable {
    /// The coordinator's rows are copied to the shards, and then removed from the coordinator. The triggers
    /// that forbid truncation are off meanwhile, in this transaction alone; the shards have them from the
    /// start. Several statements, because Citus passes a script on as if it were one.
    fileprivate func spreading(over shards: Int) -> [String] {
        let colocation =
            neighbour.map { "colocate_with => '\($0)'" }
            ?? "colocate_with => 'none', shard_count => \(shards)"
        return [
            "SELECT create_distributed_table('\(name)', '\(column)', \(colocation))",
            "ALTER TABLE \(name) DISABLE TRIGGER USER",
            "SELECT truncate_local_data_after_distributing_table('\(name)')",
            "ALTER TABLE \(name) ENABLE TRIGGER USER",
        ]
    }
}
