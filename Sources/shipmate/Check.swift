internal import EventLoops
internal import Migrations
internal import Postgres
internal import Service

/// `shipmate check`: configuration, database and schema, a line each.
struct Check {
    /// At least one line was bad; each was printed.
    struct Failed: Error, CustomStringConvertible {
        let description = "not ready to serve"
    }

    let configuration: Configuration

    func run(_ urls: DatabaseURLs, on loop: isolated EventLoop) async throws {
        Console.print("configuration  ok")
        let startup = Startup(
            database: try configuration.servicePostgres(urls), migrator: Migrator(Migrations.all),
            allowsUnsafeDatabase: configuration.database.isUnsafeAllowed)
        do throws(Startup.Refusal) {
            _ = try await startup.run(on: loop)
            Console.print("database       ok\nschema         ok")
        } catch {
            switch error {
            case .database: Console.print("database       \(error)")
            case .schema: Console.print("database       ok\nschema         \(error)")
            case .unsafe: Console.print("schema         ok\ndatabase       \(error)")
            }
            throw Failed()
        }
    }
}
