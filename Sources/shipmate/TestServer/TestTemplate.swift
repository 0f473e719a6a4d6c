internal import API
internal import Accounts
internal import Crypto
internal import EmbeddedPostgres
internal import EventLoops
internal import FoundationEssentials
internal import Glibc
internal import Migrations
internal import Postgres
internal import Service
internal import Store
internal import TestApps

/// The database that apps are cloned from: the schema, the secrets, two keys, and a clock that can be set.
/// Each build of the program makes its own, once.
struct TestTemplate {
    /// Of a database in the cluster.
    static let database = "shipmate"

    let cluster: ClusterTemplate

    init() {
        // The program's own file tells one build from another.
        var status = stat()
        stat("/proc/self/exe", &status)
        let build = "\(status.st_size)-\(status.st_mtim.tv_sec)-\(status.st_mtim.tv_nsec)"
        cluster = ClusterTemplate(
            name: "test-server-\(ProductVersion.current)-\(Migrations.all.count)-\(build)")
    }

    var exists: Bool { cluster.exists }

    func make(on loop: isolated EventLoop) async throws {
        try await cluster.make(report: { _ in }) { postgres in
            let session = try await PostgresSession.connect(
                PostgresConfiguration(try ConnectionParameters(postgres.urls.owner), settings: .unlimited),
                on: loop)
            _ = try await SchemaUpdate().run(through: session)
            session.close()
            try await fill(postgres, on: loop)
        }
    }

    /// The keys are kept in a table, where every server finds them.
    private func fill(_ postgres: EmbeddedPostgres, on loop: isolated EventLoop) async throws {
        var owner = PostgresConfiguration(
            try ConnectionParameters(postgres.urls.owner), settings: .unlimited)
        owner.connectionsPerLoop = 1
        let pool = try PostgresPool(configuration: owner, on: loop)
        var keys: [String] = []
        for scope in [APIKey.Scope.admin, .server] {
            keys.append(
                try await KeyService(pool: pool).create(scope, name: "test", actor: "test-server").get())
        }
        await pool.close(on: loop)
        let session = try await PostgresSession.connect(
            PostgresConfiguration(
                try ConnectionParameters(postgres.url(of: Self.database, as: .superuser)),
                settings: .unlimited),
            on: loop)
        defer { session.close() }
        try await session.query(ClockSchema.sql)
        let values = keys.map(session.literal).joined(separator: ", ")
        try await session.query(
            """
            CREATE TABLE test_clock.keys (admin text, server text);
            INSERT INTO test_clock.keys VALUES (\(values))
            """)
    }

    /// The parts that all apps share.
    struct Filling: Sendable {
        let secrets: Secrets
        let adminKey: String
        let serverKey: String
    }

    func filling(of cluster: DisposableCluster, on loop: isolated EventLoop) async throws -> Filling {
        let url = cluster.postgres.url(of: Self.database, as: .superuser)
        var configuration = PostgresConfiguration(try ConnectionParameters(url), settings: .unlimited)
        configuration.connectionsPerLoop = 1
        let pool = try PostgresPool(configuration: configuration, on: loop)
        let secrets = try await Secrets.load(through: pool).get()
        await pool.close(on: loop)
        let session = try await PostgresSession.connect(configuration, on: loop)
        defer { session.close() }
        let rows = try await session.query("SELECT admin, server FROM test_clock.keys")
        guard let admin = rows.first?.first ?? nil, let server = rows.first?.last ?? nil else {
            throw ServeTests.Failure(description: "the template has no keys")
        }
        return Filling(secrets: secrets, adminKey: admin, serverKey: server)
    }
}
