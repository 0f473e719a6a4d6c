internal import API
internal import Accounts
internal import Basics
internal import Batching
internal import Crypto
internal import EmbeddedPostgres
internal import EventLoops
internal import FoundationEssentials
internal import Links
internal import Migrations
internal import Postgres
internal import Service
internal import Store
internal import Values

/// `shipmate check`: configuration, the app's profile, network, database and schema, a line each.
struct Check {
    /// At least one line was bad; each was printed.
    struct Failed: Error, CustomStringConvertible {
        let description = "not ready to serve"
    }

    /// A key that was unused for so long is probably not needed.
    private static let staleDays: Int32 = 90

    let configuration: Configuration

    func run(_ urls: DatabaseURLs, on loop: isolated EventLoop) async throws {
        _ = try configuration.readOrigins()
        _ = try configuration.mailTemplates()
        _ = try configuration.identityProviders()
        _ = try configuration.breachedList()
        Console.print("configuration  ok")
        let isProfileGood = checkProfile()
        var network = NetworkCheck()
        network.look(at: try configuration.networkNeeds(urls))
        let ledgerKeys = try configuration.ledgerKeys(makesMissing: false)
        let rootKey = try configuration.rootKey(makesMissing: false)
        let startup = Startup(
            database: try configuration.servicePostgres(urls),
            listening: try configuration.listeningPostgres(), migrator: Migrator(Migrations.all),
            allowsUnsafeDatabase: configuration.database.isUnsafeAllowed, ledgerKeys: ledgerKeys,
            rootKey: rootKey, timeZone: configuration.timeZone)
        let found: Startup.Found
        do throws(Startup.Refusal) {
            found = try await startup.check(on: loop)
            Console.print((["ok"] + found.remarks).map { "database       \($0)" }.joined(separator: "\n"))
            Console.print("schema         ok")
            Console.print("ledger         \(ledgerKeys == nil ? Configuration.unsealed : "ok")")
            Console.print("secrets        \(words(onSecrets: found.areSecretsWrapped, rootKey))")
            let steps = configuration.setup(
                isLedgerSealed: ledgerKeys != nil,
                areSecretsWrapped: found.areSecretsWrapped ?? (rootKey != nil))
            for step in steps where !step.isDone { Console.print("missing        \(step.words)") }
        } catch {
            switch error {
            case .database, .pooler: Console.print("database       \(error)")
            case .listening: Console.print("database       ok\nlistening      \(error)")
            case .schema: Console.print("database       ok\nschema         \(error)")
            case .unsafe: Console.print("schema         ok\ndatabase       \(error)")
            case .ledgerKey: Console.print("database       ok\nschema         ok\nledger         \(error)")
            case .timeZone: Console.print("database       ok\nschema         ok\ntime zone      \(error)")
            case .rootKey: Console.print("database       ok\nschema         ok\nsecrets        \(error)")
            }
            throw Failed()
        }
        network.look(at: configuration.networkNeeds(found.webhooks))
        network.end()
        let isEngineGood = try await checkEngine(found.database, on: loop)
        try await nameStaleKeys(found.database, on: loop)
        if !isProfileGood || !isEngineGood || !network.isGood { throw Failed() }
    }

    private func words(onSecrets areWrapped: Bool?, _ rootKey: RootKey?) -> String {
        guard let areWrapped else { return "none yet: the first server to start creates them" }
        return Configuration.advice(onSecrets: areWrapped, hasRootKey: rootKey != nil) ?? "ok"
    }

    /// Says what keeps the tables, and what is missing where Citus does.
    private func checkEngine(
        _ database: PostgresConfiguration, on loop: isolated EventLoop
    ) async throws -> Bool {
        let session = try await PostgresSession.connect(database, on: loop)
        defer { session.close() }
        guard let status = try await DistributionStatus.found(through: session) else {
            Console.print("engine         PostgreSQL")
            return true
        }
        Console.print("engine         \(status)")
        for words in status.missing { Console.print("engine         \(words)") }
        return status.missing.isEmpty
    }

    /// They are no reason not to serve.
    private func nameStaleKeys(
        _ database: PostgresConfiguration, on loop: isolated EventLoop
    ) async throws {
        let pool = try PostgresPool(configuration: database, on: loop)
        let result: Result<[StaleAPIKey], DatabaseError>
        do throws(DatabaseError) {
            result = .success(try await KeyService(pool: pool).stale(unusedForDays: Self.staleDays))
        } catch {
            result = .failure(error)
        }
        await pool.close(on: loop)
        let stale = try result.get()
        if stale.isEmpty { Console.print("keys           ok") }
        for key in stale { Console.print("keys           \(words(for: key))") }
    }

    private func words(for key: StaleAPIKey) -> String {
        let id = key.id.uuidString.lowercased()
        let day = { (time: Timestamp) in CivilDate(secondsSince1970: time.secondsSince1970).description }
        let what =
            switch key.reason {
            case .expired(let time): "expired on \(day(time)). If it is no longer needed:"
            case .unused(let since): "unused since \(day(since)). If it is no longer needed:"
            case .untagged:
                "made before version 0.9, so a server asks the database for it. Create another, then:"
            }
        return "\(key.name): \(what) shipmate keys revoke \(id)"
    }

    private func checkProfile() -> Bool {
        do throws(ConfigurationMistakes) {
            let profile = try configuration.appProfile()
            Console.print("profile        \(profile == nil ? "none: links are off" : "ok")")
            for remark in profile?.remarks ?? [] { Console.print("profile        \(remark)") }
            return true
        } catch {
            for mistake in error.all {
                Console.print("profile        \(configuration.appProfilePath): \(mistake.allowed)")
            }
            return false
        }
    }
}
