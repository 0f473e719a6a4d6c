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
        let session = try await PostgresSession.connect(try configuration.ownerPostgres(urls), on: loop)
        defer { session.close() }
        do throws(MigrationError) {
            let applied = try await Migrator(Migrations.all).apply(through: session)
            for migration in applied {
                Console.report("applied migration \(migration.number) \(migration.name)")
            }
            if applied.isEmpty { Console.report("the schema is current") }
        } catch {
            throw Failure(error)
        }
    }

    /// What went wrong, and what to do.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ error: MigrationError) {
            switch error {
            case .refused(let status): description = "not migrated: \(status.advice)"
            case .failed(let number, let name, let error):
                description = "migration \(number) \(name) failed and was undone: \(error)"
            case .database(let error): description = "not migrated: \(error)"
            }
        }
    }
}
