internal import EventLoops
internal import Migrations
internal import Postgres
internal import Service

/// `shipmate check`: configuration, the app's profile, database and schema, a line each.
struct Check {
    /// At least one line was bad; each was printed.
    struct Failed: Error, CustomStringConvertible {
        let description = "not ready to serve"
    }

    let configuration: Configuration

    func run(_ urls: DatabaseURLs, on loop: isolated EventLoop) async throws {
        _ = try configuration.readOrigins()
        Console.print("configuration  ok")
        let isProfileGood = checkProfile()
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
        if !isProfileGood { throw Failed() }
    }

    private func checkProfile() -> Bool {
        do throws(ConfigurationMistakes) {
            let isThere = try configuration.appProfile() != nil
            Console.print("profile        \(isThere ? "ok" : "none: links are off")")
            return true
        } catch {
            for mistake in error.all {
                Console.print("profile        \(configuration.appProfilePath): \(mistake.allowed)")
            }
            return false
        }
    }
}
