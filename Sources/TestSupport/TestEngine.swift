internal import FoundationEssentials

/// The engine of the tests' tables: one PostgreSQL, or with `SHIPMATE_TEST_DATABASE=citus` a coordinator
/// and two workers.
package enum TestEngine {
    package static let isCitus = ProcessInfo.processInfo.environment["SHIPMATE_TEST_DATABASE"] == "citus"

    /// As few as there can be on two workers: each is a table.
    package static let shards = 4
    static let workers = isCitus ? 2 : 0

    /// Runs `body` apart from all else that migrates: what roles may do is a whole cluster's, and Citus has
    /// each database that is migrated tell the workers of it.
    package static func migrating<Value>(_ body: () async throws -> Value) async throws -> Value {
        guard isCitus else { return try await body() }
        await admissions.take()
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        await admissions.giveBack()
        return try result.get()
    }

    private static let admissions = AdmissionQueue(1)

    /// Where databases are cloned from that have nothing.
    static let emptyTemplate = isCitus ? "citus" : "template1"

    static var settings: [String] {
        guard isCitus else { return [] }
        return [
            // Each database has a process of its own that looks after it.
            "shared_preload_libraries = 'citus'", "max_worker_processes = 400",
            "max_prepared_transactions = 1000", "wal_level = logical",
            "citus.node_conninfo = 'sslmode=disable'", "citus.enable_unsafe_triggers = on",
            // A prepared commit of a killed node doesn't block others for long.
            "citus.recover_2pc_interval = 1s",
        ]
    }
}

extension TestCluster {
    /// Makes what databases are cloned from that know each other's nodes: what is said of nodes is cloned,
    /// too.
    func introduceNodes() throws {
        let template = TestEngine.emptyTemplate
        for node in nodes {
            try psql("CREATE DATABASE \(template)", node: node)
            try psql("CREATE EXTENSION citus", database: template, node: node)
        }
        try psql("SELECT citus_set_coordinator_host('\(folder)', 5432)", database: template)
        for worker in nodes.dropFirst() {
            try psql("SELECT citus_add_node('\(worker)', 5432)", database: template)
        }
        for node in nodes { for sql in Self.closing(template) { try psql(sql, node: node) } }
    }

    /// Disconnects all clients from a database before it is cloned, Citus' own process too: each
    /// separately, since the first closes the door.
    static func closing(_ template: String) -> [String] {
        [
            "ALTER DATABASE \"\(template)\" ALLOW_CONNECTIONS false",
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(template)'",
        ]
    }
}
