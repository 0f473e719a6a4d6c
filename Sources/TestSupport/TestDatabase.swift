internal import EventLoops
internal import FoundationEssentials
package import Postgres

/// A fresh database on the shared cluster, cloned from a template. It goes with the cluster when the process
/// ends, or with `drop`, or at the end of `with`.
package struct TestDatabase: Sendable {
    package let name: String
    package let cluster: TestCluster

    /// An empty database.
    package static func make() async throws -> TestDatabase {
        try await moveToBlockingThread()
        return try await make(from: TestEngine.emptyTemplate, on: TestCluster.shared())
    }

    /// An empty database on a cluster of one's own.
    package static func make(on cluster: TestCluster) async throws -> TestDatabase {
        try await make(from: TestEngine.emptyTemplate, on: cluster)
    }

    /// A clone of a template, which is made with its first use and shared by all tests of the process.
    ///
    /// - Parameters:
    ///   - template: names the template.
    ///   - prepare: brings the template into shape through its connection string, once; must close what it
    ///     opens.
    package static func make(
        template: String, prepare: @escaping @Sendable (_ url: String) async throws -> Void
    ) async throws -> TestDatabase {
        try await moveToBlockingThread()
        let cluster = try TestCluster.shared()
        try await Templates.shared.make(template, on: cluster, prepare)
        return try await make(from: template, on: cluster)
    }

    /// Tests run all at once; those that have a database queue for admission, so that none waits for long.
    /// Fewer on Citus, where each statement is the work of three servers.
    private static let admissions = AdmissionQueue(
        (TestEngine.isCitus ? 2 : 6) * ProcessInfo.processInfo.activeProcessorCount)

    /// Runs `body` with a clone of a template once it is admitted, and drops it afterwards.
    ///
    /// - Parameter alone: whether no other test has one meanwhile.
    package static func with<Value>(
        template: String, alone: Bool = false,
        prepare: @escaping @Sendable (_ url: String) async throws -> Void,
        _ body: (TestDatabase) async throws -> Value
    ) async throws -> Value {
        try await moveToBlockingThread()
        await admissions.take(alone: alone)
        let result: Result<Value, any Error>
        do {
            result = .success(try await withClone(of: template, prepare: prepare, body))
        } catch {
            result = .failure(error)
        }
        await admissions.giveBack(alone: alone)
        return try result.get()
    }

    private static func withClone<Value>(
        of template: String, prepare: @escaping @Sendable (_ url: String) async throws -> Void,
        _ body: (TestDatabase) async throws -> Value
    ) async throws -> Value {
        let database = try await make(template: template, prepare: prepare)
        let result: Result<Value, any Error>
        do { result = .success(try await body(database)) } catch { result = .failure(error) }
        try await database.drop()
        return try result.get()
    }

    /// Ends the sessions it still has, and is gone.
    package func drop() async throws {
        for attempt in 1... {
            do {
                return try await administer(cluster, "DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
            } catch  where TestEngine.isCitus && attempt < 20 {
                // Citus' own process, or another node's, has come back meanwhile.
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    /// A connection string, by default as the superuser.
    package var url: String { cluster.url(database: name) }

    package func url(user: String) -> String { cluster.url(database: name, user: user) }

    package var parameters: ConnectionParameters {
        get throws { try cluster.parameters(database: name) }
    }

    /// The same on another cluster, such as a standby.
    package func on(_ cluster: TestCluster) -> TestDatabase {
        TestDatabase(name: name, cluster: cluster)
    }

    /// Runs SQL apart from the code under test; rows come with `|` between columns.
    ///
    /// - Parameter node: one of the cluster's, instead of the first.
    @discardableResult
    package func psql(_ sql: String, user: String = "postgres", node: String? = nil) throws -> String {
        try cluster.psql(sql, database: name, user: user, node: node)
    }

    /// Runs the statements at each of Citus' nodes, without their propagation.
    func psqlAtEachNode(_ sql: String) throws {
        let alone = TestEngine.isCitus ? "SET citus.enable_ddl_propagation = off;\n" : ""
        for node in cluster.nodes { try psql(alone + sql, node: node) }
    }

    /// The same as `psql` without triggers, on Citus' workers too: for forbidden changes.
    @discardableResult
    package func tamper(_ sql: String) throws -> String {
        try psql(
            """
            SET citus.propagate_set_commands = 'local';
            BEGIN;
            SET LOCAL session_replication_role = replica;
            \(sql);
            COMMIT
            """)
    }

    /// The same for rows of a table, on Citus shard by shard: over many it takes no expression that depends
    /// on the time, or on chance.
    package func tamper(_ table: String, set assignments: String, where condition: String = "true") throws {
        guard TestEngine.isCitus else {
            try tamper("UPDATE \(table) SET \(assignments) WHERE \(condition)")
            return
        }
        let failed = try psql(
            """
            SELECT result FROM run_command_on_shards('\(table)', $it$
                WITH off AS (SELECT set_config('session_replication_role', 'replica', true) AS role)
                UPDATE %s SET \(assignments) FROM off WHERE (\(condition)) AND off.role IS NOT NULL
                $it$)
            WHERE NOT success
            """)
        guard failed.isEmpty else { throw ShardsFailed(description: failed) }
    }

    private struct ShardsFailed: Error, CustomStringConvertible {
        let description: String
    }

    private static func make(from template: String, on cluster: TestCluster) async throws -> TestDatabase {
        var attempts = 0
        while true {
            let name = "test_\(String(UInt64.random(in: 0 ... .max), radix: 36))"
            let database = TestDatabase(name: name, cluster: cluster)
            do {
                // Half of the time that it takes by way of the log.
                try await administer(
                    cluster, "CREATE DATABASE \(name) TEMPLATE \"\(template)\" STRATEGY file_copy")
                return database
            } catch  where TestEngine.isCitus && attempts < 5 {
                // Citus' own process was on its way into the template when that was closed.
                attempts += 1
                try await database.drop()
                for sql in TestCluster.closing(template) { try await administer(cluster, sql) }
            }
        }
    }
}

/// Templates made so far; who asks for one that is being made waits for it.
private actor Templates {
    static let shared = Templates()

    private var made: [String: Task<Void, any Error>] = [:]

    func make(
        _ name: String, on cluster: TestCluster,
        _ prepare: @escaping @Sendable (String) async throws -> Void
    ) async throws {
        let task =
            made[name]
            ?? Task {
                try await administer(
                    cluster, "CREATE DATABASE \"\(name)\" TEMPLATE \(TestEngine.emptyTemplate)")
                try await prepare(cluster.url(database: name))
                guard TestEngine.isCitus else { return }
                for sql in TestCluster.closing(name) { try await administer(cluster, sql) }
            }
        made[name] = task
        try await task.value
    }
}

/// Runs one statement as the superuser on each node, outside any database under test.
private func administer(_ cluster: TestCluster, _ sql: String) async throws {
    if !TestEngine.isCitus, cluster === (try TestCluster.shared()) {
        return try await Administration.run(sql)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
        for parameters in try cluster.parametersOfNodes() {
            let configuration = PostgresConfiguration.patient(parameters)
            group.addTask {
                try await onLoop { loop in
                    let session = try await PostgresSession.connect(configuration, on: loop)
                    defer { session.close() }
                    try await session.query(sql)
                }
            }
        }
        try await group.waitForAll()
    }
}

/// The superuser's sessions on the shared cluster: each loop of the tests keeps its own, since opening one
/// takes longer than most statements.
private enum Administration {
    private static let sessions = LoopLocal<PostgresSession>()

    static func run(_ sql: String) async throws {
        let configuration = PostgresConfiguration.patient(try TestCluster.shared().parameters())
        try await onLoop { loop in
            if let session = sessions.value(on: loop) {
                try await session.query(sql)
            } else {
                let session = try await PostgresSession.connect(configuration, on: loop)
                sessions.set(session, on: loop)
                try await session.query(sql)
            }
        }
    }
}
