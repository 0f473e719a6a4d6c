import EventLoops
import JSON
import Postgres
import TestSupport
import Testing

@testable import EmbeddedPostgres

/// The databases of a running test server, seen as the superuser.
struct AppDatabases {
    private let socket: String

    init(of server: RunningTestServer) throws {
        let pid = try #require(server.line["pid"]?.integer)
        let folders = ["/dev/shm", "/tmp"].flatMap { parent in
            Files.names(in: parent).filter { $0.hasPrefix("shipmate-test-server-\(pid)-") }
                .map { "\(parent)/\($0)/socket" }
        }
        socket = try #require(folders.first)
    }

    /// From the oldest to the newest.
    func names() async throws -> [String] {
        try await query("template1", "SELECT datname FROM pg_database WHERE datname LIKE 'app%' ORDER BY oid")
            .compactMap { $0.first ?? nil }
    }

    func query(_ database: String, _ sql: String) async throws -> [[String?]] {
        let text = "host=\(socket) dbname=\(database) user=postgres"
        return try await onLoop { loop in
            let configuration = PostgresConfiguration(try ConnectionParameters(text), settings: .unlimited)
            let session = try await PostgresSession.connect(configuration, on: loop)
            defer { session.close() }
            return try await session.query(sql)
        }
    }

    /// The tables that hold more than in a new database.
    func written(in database: String) async throws -> [String] {
        try await query(
            database,
            """
            SELECT id FROM test_clock.relations WHERE kind = 'r' AND pg_relation_size(id) > 0
                AND id NOT IN (SELECT id FROM test_clock.fresh)
            """
        ).compactMap { $0.first ?? nil }
    }

    /// All that an app can find in a database, a line each: rows in their order, sizes, sequences, the
    /// catalogue's tables, columns, indexes, constraints and triggers. Without the times of real clocks, the
    /// listener that a service registers as it starts, and what no plan depends on of indexes without pages.
    func contents(of database: String) async throws -> [String] {
        try await query(
            database,
            """
            SELECT line FROM (
                SELECT concat_ws(' ', 'rows', id, pg_relation_size(id), CASE id::text
                    WHEN 'clock' THEN (SELECT string_agg(concat(stopped), ', ') FROM test_clock.clock)
                    ELSE test_clock.rows_of(id) END) AS line
                FROM test_clock.relations WHERE kind <> 'p' AND id <> 'change_listeners'::regclass
                UNION ALL SELECT concat_ws(' ', 'listener', name) FROM change_listeners WHERE name <> 'feed'
                UNION ALL SELECT concat_ws(' ', 'relation', relname, relkind, relispartition,
                    CASE WHEN relkind <> 'i' THEN reltuples END, pg_get_expr(relpartbound, oid))
                    FROM pg_class WHERE oid > 16383
                UNION ALL SELECT concat_ws(' ', 'attribute', attrelid::regclass, attname, atttypid,
                    attnotnull, attisdropped) FROM pg_attribute WHERE attrelid > 16383 AND attnum > 0
                UNION ALL SELECT concat_ws(' ', 'constraint', conrelid::regclass, conname,
                    pg_get_constraintdef(oid)) FROM pg_constraint
                UNION ALL SELECT concat_ws(' ', 'trigger', tgrelid::regclass, tgname, tgenabled)
                    FROM pg_trigger
                UNION ALL SELECT concat_ws(' ', 'function', oid::regprocedure, md5(prosrc), proconfig)
                    FROM pg_proc WHERE oid > 16383
            ) AS t ORDER BY line
            """
        ).compactMap { $0.first ?? nil }
    }
}
