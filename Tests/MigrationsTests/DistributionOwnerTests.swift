import Migrations
import Postgres
import TestSupport
import Testing

/// An owner who is no superuser, as where PostgreSQL is rented.
@Suite(.enabled(if: TestEngine.isCitus, "this is about Citus: make test-citus"))
struct DistributionOwnerTests {
    @Test func `is told what somebody must do first, each time all of it, and then spreads the tables`()
        async throws
    {
        let cluster = try TestCluster()
        let database = try await TestDatabase.make(on: cluster)
        for node in cluster.nodes { try database.psql(Self.roles, node: node) }
        try database.psql("ALTER DATABASE \(database.name) OWNER TO captain")
        let owning = "ALTER DATABASE \(database.name) OWNER TO captain"
        let workers = cluster.nodes.dropFirst()
        #expect(try await refusal(SchemaUpdate(), database) == workers.map { "at \($0):5432: \(owning)" })
        for worker in workers {
            try database.psql("SET citus.enable_ddl_propagation = off; \(owning)", node: worker)
        }
        _ = try await update(SchemaUpdate(), database)
        let spreading = SchemaUpdate(distribution: Distribution(shards: 2))
        let roles = try await refusal(spreading, database)
        #expect(roles.count == 5 && roles.allSatisfy { $0.hasPrefix("ALTER ROLE shipmate_service SET ") })
        for statement in roles { try database.psql(statement) }
        #expect(try await update(spreading, database).tables == DistributedTable.all.map(\.name))
        #expect(try await update(spreading, database).tables == [])
        let status = try await withSession(database, as: "shipmate_service") {
            try await DistributionStatus.found(through: $0)
        }
        #expect(status?.missing == [] && status?.shards == 2)
    }

    /// What a superuser prepares for one who may make no roles.
    private static let roles = """
        SET citus.enable_ddl_propagation = off;
        CREATE ROLE captain LOGIN; CREATE ROLE shipmate_service LOGIN
        """

    private func refusal(_ update: SchemaUpdate, _ database: TestDatabase) async throws -> [String] {
        let failure = await #expect(throws: SchemaUpdate.Failure.self) {
            try await self.update(update, database)
        }
        guard case .distribution(.notAllowed(let statements)) = failure else {
            Issue.record("\(String(describing: failure))")
            return []
        }
        return statements
    }

    private func update(_ update: SchemaUpdate, _ database: TestDatabase) async throws -> SchemaUpdate.Done {
        try await withSession(database, as: "captain") { try await update.run(through: $0) }
    }

    private func withSession<Value: Sendable>(
        _ database: TestDatabase, as user: String,
        _ body: @escaping @Sendable (PostgresSession) async throws -> Value
    ) async throws -> Value {
        let parameters = try ConnectionParameters(database.url(user: user))
        let configuration = PostgresConfiguration.patient(parameters)
        return try await onLoop { loop in
            let session = try await PostgresSession.connect(configuration, on: loop)
            defer { session.close() }
            return try await body(session)
        }
    }
}
