internal import EmbeddedPostgres
internal import EventLoops
internal import Migrations
internal import Postgres
internal import Service

/// `shipmate migrate`: brings the schema up to date, as the owner.
struct Migrate {
    let configuration: Configuration
    /// How tables are spread over Citus' nodes, where they are to be.
    let distribution: Distribution?
    /// Say in a line what was done, and nothing where that is nothing.
    let isBrief: Bool

    init(_ configuration: Configuration, distribution: Distribution? = nil, isBrief: Bool = false) {
        self.configuration = configuration
        self.distribution = distribution
        self.isBrief = isBrief
    }

    func run(_ urls: DatabaseURLs, on loop: isolated EventLoop) async throws {
        let owner = try configuration.ownerPostgres(urls)
        do throws(SchemaUpdate.Failure) {
            // Else it would take its lock in one session, and write in another.
            guard try await pooling(owner, on: loop) == .session else { throw .migration(.sessionless) }
            let session = try await connect(owner, on: loop)
            defer { session.close() }
            tell(try await SchemaUpdate(distribution: distribution).run(through: session))
        } catch {
            throw Failure(error)
        }
    }

    private func tell(_ done: SchemaUpdate.Done) {
        if isBrief {
            if !done.migrations.isEmpty { Console.report("brought the schema to \(Migrations.all.count)") }
            return
        }
        if done.migrations == Migrations.all {
            Console.report("created the schema, with migrations 1 to \(done.migrations.count)")
        } else {
            for migration in done.migrations {
                Console.report("applied migration \(migration.number) \(migration.name)")
            }
        }
        if done.migrations.isEmpty { Console.report("the schema is current") }
        if !done.tables.isEmpty {
            Console.report("distributed \(done.tables.joined(separator: ", "))")
        } else if distribution != nil {
            Console.report("all tables are distributed")
        }
    }

    private func connect(
        _ owner: PostgresConfiguration, on loop: isolated EventLoop
    ) async throws(SchemaUpdate.Failure) -> PostgresSession {
        do throws(PostgresError) {
            return try await PostgresSession.connect(owner, on: loop)
        } catch {
            throw .migration(.database(error))
        }
    }

    private func pooling(
        _ owner: PostgresConfiguration, on loop: isolated EventLoop
    ) async throws(SchemaUpdate.Failure) -> Pooling {
        do throws(PostgresError) {
            return try await Pooling.found(by: owner, on: loop)
        } catch {
            throw .migration(.database(error))
        }
    }

    /// The error, and what to do.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ error: SchemaUpdate.Failure) {
            description =
                switch error {
                case .migration(let error): Self.words(for: error)
                case .distribution(let error): "not distributed: \(Self.words(for: error))"
                }
        }

        private static func words(for error: MigrationError) -> String {
            switch error {
            case .refused(let status): "not migrated: \(status.advice)"
            case .failed(let number, let name, let error):
                "migration \(number) \(name) failed and was undone: \(OwnersError(error))"
            case .baselineFailed(let error): "the schema was not created: \(OwnersError(error))"
            case .sessionless: "not migrated: \(PoolerRefusal.hasNoSession)"
            case .database(let error): "not migrated: \(OwnersError(error))"
            }
        }

        private static func words(for error: Distribution.Failure) -> String {
            switch error {
            case .noExtension: "this database has no Citus: run CREATE EXTENSION citus on each node"
            case .notAllowed(let lacking):
                (["a role with the privilege must do this first:"] + lacking).joined(separator: "\n  ")
            case .database(let error): OwnersError(error).description
            }
        }
    }
}
