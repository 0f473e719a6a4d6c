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
internal import Values

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
            "test-server", of: "\(ProductVersion.current)-\(Migrations.all.count)-\(build)")
    }

    /// Makes it where it does not exist.
    func lend(on loop: isolated EventLoop) async throws -> TemplateLease {
        while true {
            if let lease = cluster.lend() { return lease }
            try await make(on: loop)
        }
    }

    private func make(on loop: isolated EventLoop) async throws {
        try await cluster.make(report: { _ in }) { postgres in
            let session = try await PostgresSession.connect(
                PostgresConfiguration(try ConnectionParameters(postgres.urls.owner), settings: .unlimited),
                on: loop)
            _ = try await SchemaUpdate().run(through: session)
            session.close()
            try await fill(postgres, on: loop)
        }
    }

    /// All that clones begin with.
    private func fill(_ postgres: EmbeddedPostgres, on loop: isolated EventLoop) async throws {
        var owner = PostgresConfiguration(
            try ConnectionParameters(postgres.urls.owner), settings: .unlimited)
        owner.connectionsPerLoop = 1
        let pool = try PostgresPool(configuration: owner, on: loop)
        _ = try await Secrets.load(through: pool).get()
        var keys: [String] = []
        for scope in [APIKey.Scope.admin, .server] {
            keys.append(
                try await KeyService(pool: pool).create(scope, name: "test", actor: "test-server").get())
        }
        await pool.close(on: loop)
        let session = try await PostgresSession.connect(
            try postgres.administration(of: Self.database), on: loop)
        defer { session.close() }
        try await session.query(DayTables.sql)
        try await session.query(ClockSchema.sql)
        let literals = keys.map(session.literal)
        try await session.query(FindTestKeys.sql(keeping: literals[0], literals[1]))
        try await session.query(FreshDatabase.sql)
        // Each start copies every database, and nothing uses these two.
        try await session.query("UPDATE pg_database SET datistemplate = false WHERE datname = 'template0'")
        for name in ["template0", "postgres"] { try await session.query("DROP DATABASE \(name)") }
    }

    /// The parts that all apps share.
    struct Filling: Sendable {
        let secrets: Secrets
        let adminKey: String
        let serverKey: String
        let zone: ProgrammeZone
    }

    /// - Parameter name: the programme's time zone.
    func filling(
        of cluster: DisposableCluster, zone name: String, on loop: isolated EventLoop
    ) async throws -> Filling {
        var configuration = try cluster.postgres.administration(of: Self.database)
        configuration.connectionsPerLoop = 1
        let pool = try PostgresPool(configuration: configuration, on: loop)
        let secrets = try await Secrets.load(through: pool).get()
        let keys = try await pool.run(FindTestKeys()).first
        let zone = try await Startup.zone(named: name, through: pool)
        await pool.close(on: loop)
        guard let zone else { throw Startup.Refusal.timeZone(name) }
        guard let keys else { throw ServeTests.Failure(description: "the template has no keys") }
        return Filling(secrets: secrets, adminKey: keys.admin, serverKey: keys.server, zone: zone)
    }
}
