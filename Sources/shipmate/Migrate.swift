internal import EventLoops
internal import Migrations
internal import Postgres
internal import Service

/// `shipmate migrate`: brings the schema up to date, as the owner.
struct Migrate {
    let configuration: Configuration

    init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    func run(_ urls: DatabaseURLs, on loop: isolated EventLoop) async throws {
        let owner = try configuration.ownerPostgres(urls)
        do throws(MigrationError) {
            // Else it would take its lock in one session, and write in another.
            guard try await pooling(owner, on: loop) == .session else { throw .sessionless }
            let session = try await connect(owner, on: loop)
            defer { session.close() }
            let applied = try await Migrator(Migrations.all).apply(through: session)
            for migration in applied {
                Console.report("applied migration \(migration.number) \(migration.name)")
            }
            if applied.isEmpty { Console.report("the schema is current") }
        } catch {
            throw Failure(error)
        }
    }

    private func connect(
        _ owner: PostgresConfiguration, on loop: isolated EventLoop
    ) async throws(MigrationError) -> PostgresSession {
        do throws(PostgresError) {
            return try await PostgresSession.connect(owner, on: loop)
        } catch {
            throw .database(error)
        }
    }

    private func pooling(
        _ owner: PostgresConfiguration, on loop: isolated EventLoop
    ) async throws(MigrationError) -> Pooling {
        do throws(PostgresError) {
            return try await Pooling.found(by: owner, on: loop)
        } catch {
            throw .database(error)
        }
    }

    /// What went wrong, and what to do.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ error: MigrationError) {
            switch error {
            case .refused(let status): description = "not migrated: \(status.advice)"
            case .failed(let number, let name, let error):
                description =
                    "migration \(number) \(name) failed and was undone: \(OwnersError(error))"
            case .sessionless: description = "not migrated: \(PoolerRefusal.hasNoSession)"
            case .database(let error): description = "not migrated: \(OwnersError(error))"
            }
        }
    }
}
