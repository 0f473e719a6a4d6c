package import Postgres

/// A fresh database on the shared cluster, cloned from a template; dropped when it is released.
package final class TestDatabase: Sendable {
    package let name: String
    package let cluster: TestCluster

    private init(name: String, cluster: TestCluster) {
        self.name = name
        self.cluster = cluster
    }

    /// An empty database.
    package static func make() async throws -> TestDatabase {
        try await make(from: "template1", on: TestCluster.shared())
    }

    /// A clone of a template, which is made with its first use and shared by all tests of the process.
    ///
    /// - Parameters:
    ///   - template: names the template.
    ///   - prepare: brings the template into shape through its connection string, once; must close what it opens.
    package static func make(
        template: String, prepare: @escaping @Sendable (_ url: String) async throws -> Void
    ) async throws -> TestDatabase {
        let cluster = try TestCluster.shared()
        try await Templates.shared.make(template, on: cluster, prepare)
        return try await make(from: "\"\(template)\"", on: cluster)
    }

    deinit {
        let (name, cluster) = (name, cluster)
        Task {
            _ = try? await administer(cluster, "DROP DATABASE IF EXISTS \(name) WITH (FORCE)")
        }
    }

    /// A connection string, as the superuser unless told.
    package var url: String { cluster.url(database: name) }

    package func url(user: String) -> String { cluster.url(database: name, user: user) }

    package var parameters: ConnectionParameters {
        get throws { try cluster.parameters(database: name) }
    }

    /// Runs SQL apart from the code under test; rows come with `|` between columns.
    @discardableResult
    package func psql(_ sql: String) throws -> String {
        try cluster.psql(sql, database: name)
    }

    private static func make(from template: String, on cluster: TestCluster) async throws -> TestDatabase {
        let name = "test_\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        try await administer(cluster, "CREATE DATABASE \(name) TEMPLATE \(template)")
        return TestDatabase(name: name, cluster: cluster)
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
                try await administer(cluster, "CREATE DATABASE \"\(name)\"")
                try await prepare(cluster.url(database: name))
            }
        made[name] = task
        try await task.value
    }
}

/// Runs one statement as the superuser, outside any database under test.
private func administer(_ cluster: TestCluster, _ sql: String) async throws {
    let configuration = PostgresConfiguration(try cluster.parameters(), settings: .unlimited)
    try await onLoop(1) { loop in
        let session = try await PostgresSession.connect(configuration, on: loop)
        defer { session.close() }
        try await session.query(sql)
    }
}
