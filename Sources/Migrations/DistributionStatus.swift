package import Postgres

/// How tables are distributed over Citus' nodes, and what is missing before a service can work with them.
package struct DistributionStatus: Hashable, Sendable, CustomStringConvertible {
    package let version: String
    /// Nodes that have shards.
    package let nodes: Int
    /// Of each table; 0 if none is distributed.
    package let shards: Int
    /// Each with the statement or command that repairs it.
    package let missing: [String]

    /// Nil without Citus.
    ///
    /// - Parameter session: the service's, so that its missing rights are found.
    package static func found(
        through session: PostgresSession
    ) async throws(PostgresError) -> DistributionStatus? {
        let version = try await session.query("SELECT extversion FROM pg_extension WHERE extname = 'citus'")
        guard let version = version.first?.first.flatMap({ $0 }) else { return nil }
        let there = try await session.query(Distribution.distributed).compactMap { $0.first ?? nil }
        let tables = DistributedTable.all.map(\.name).filter { !there.contains($0) }
        let isSpread = tables.count < DistributedTable.all.count
        let nodes = try await nodes(through: session)
        var missing = isSpread ? tables.map { "table \($0) is not distributed: shipmate migrate" } : []
        if isSpread, nodes.isEmpty {
            missing.append("no node has shards: SELECT citus_add_node('host', 5432)")
        }
        if isSpread {
            missing += try await slowRecovery(through: session)
            let amiss = nodes.flatMap(\.missing)
            missing += try await amiss.isEmpty ? unguarded(through: session) : amiss
        }
        return DistributionStatus(
            version: version, nodes: nodes.count, shards: isSpread ? try await shards(through: session) : 0,
            missing: missing)
    }

    package var description: String {
        guard shards > 0 else {
            return "Citus \(version), and no table is distributed: shipmate migrate --citus would"
        }
        return "Citus \(version), \(shards) shards on \(nodes) node\(nodes == 1 ? "" : "s")"
    }

    private struct Node {
        let name: String
        let canBeReached: Bool
        /// Its reply, or why it can't be reached.
        let words: String

        /// Settings and rights that the service needs.
        var missing: [String] {
            guard canBeReached else {
                return [
                    "\(name) doesn't let the service in: "
                        + "ALTER ROLE shipmate_service LOGIN, or its pg_hba.conf"
                ]
            }
            let settings = words.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            var missing: [String] = []
            if settings.first == "0" {
                missing.append("\(name): ALTER SYSTEM SET max_prepared_transactions = 400, and a restart")
            }
            if settings.dropFirst().first != "logical" {
                missing.append(
                    "\(name): its shards can't move while they are written to: "
                        + "ALTER SYSTEM SET wal_level = 'logical', and a restart")
            }
            if Array(settings.dropFirst(2)) != Distribution.roleSettings.map(\.1) {
                missing.append(
                    "\(name): batches may lock rows in any order, or wait for them too long: shipmate migrate"
                )
            }
            return missing
        }
    }

    private static func nodes(through session: PostgresSession) async throws(PostgresError) -> [Node] {
        let names = ["max_prepared_transactions", "wal_level"] + Distribution.roleSettings.map(\.0)
        let settings = names.map { "current_setting('\($0)')" }.joined(separator: ", ")
        let asked = "SELECT concat_ws('|', \(settings))"
        let rows = try await session.query(
            """
            SELECT concat_ws(':', n.nodename, n.nodeport), r.success, r.result
            FROM pg_dist_node AS n JOIN run_command_on_all_nodes($asked$\(asked)$asked$) AS r USING (nodeid)
            WHERE n.shouldhaveshards AND n.isactive ORDER BY 1
            """)
        return rows.map { row in
            Node(name: row[0] ?? "", canBeReached: row[1] == "t", words: row[2] ?? "")
        }
    }

    /// A dead node's prepared transactions hold their rows until Citus looks for them.
    private static func slowRecovery(through session: PostgresSession) async throws(PostgresError) -> [String]
    {
        let setting = "SELECT setting FROM pg_settings WHERE name = 'citus.recover_2pc_interval'"
        let words = try await session.query(setting).first?.first.flatMap { $0 }
        guard let milliseconds = words.flatMap({ Int($0) }) else { return [] }
        guard !(1...recoveryMillisecondsMax).contains(milliseconds) else { return [] }
        let often = milliseconds > 0 ? "every \(milliseconds / 1_000) s" : "never"
        return [
            """
            payments over several nodes that a dead node had prepared are looked for \(often): \
            ALTER SYSTEM SET citus.recover_2pc_interval = '1s'; SELECT pg_reload_conf()
            """
        ]
    }

    private static let recoveryMillisecondsMax = 5_000

    /// Tables with shards that can be rewritten, because triggers are missing or off.
    private static func unguarded(through session: PostgresSession) async throws(PostgresError) -> [String] {
        let guarding =
            "SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D' AND tgrelid"
        let rows = try await session.query(
            """
            SELECT t.name, count(*)
            FROM (SELECT tgrelid::regclass AS name, count(*) AS triggers FROM pg_trigger
                WHERE NOT tgisinternal AND tgrelid IN
                    (SELECT logicalrelid FROM pg_dist_partition WHERE partmethod = 'h')
                GROUP BY tgrelid) AS t
            CROSS JOIN LATERAL run_command_on_shards(t.name, $asked$\(guarding) = '%s'::regclass$asked$) AS s
            WHERE s.result IS DISTINCT FROM t.triggers::text GROUP BY 1 ORDER BY 1
            """)
        return rows.map { row in
            """
            table \(row[0] ?? ""): \(row[1] ?? "") of its shards lack triggers that keep history: on the worker, \
            SET citus.enable_manual_changes_to_shards = on; ALTER TABLE … ENABLE TRIGGER USER
            """
        }
    }

    private static func shards(through session: PostgresSession) async throws(PostgresError) -> Int {
        let count = try await session.query(
            "SELECT count(*) FROM pg_dist_shard WHERE logicalrelid = 'users'::regclass")
        return count.first?.first.flatMap { $0 }.flatMap { Int($0) } ?? 0
    }
}
