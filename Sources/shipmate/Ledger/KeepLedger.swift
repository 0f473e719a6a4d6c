internal import Batching
internal import EmbeddedPostgres
internal import EventLoops
internal import Ledger
internal import Migrations
internal import Postgres
internal import Service
internal import Store

/// `shipmate ledger`: verifies the ledger against its seals and statements, seals what is old, states it.
struct KeepLedger {
    enum Action: Equatable, Sendable {
        case verify(statement: String?, causes: Bool = false)
        case adopt(accepts: Bool)
        case seal(accepts: Bool)
        case state
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let waitMilliseconds = 30_000

    let configuration: Configuration
    let action: Action

    func run(_ urls: DatabaseURLs, on loop: isolated EventLoop) async throws {
        let keys = try Self.keys(configuration)
        // Only the owner writes API keys.
        var postgres =
            switch action {
            case .adopt: try configuration.ownerPostgres(urls)
            case .verify, .seal, .state: try configuration.servicePostgres(urls)
            }
        // The command has no client that waits, so a walk of minutes isn't aborted for a slow moment.
        postgres.waitMillisecondsMax = max(postgres.waitMillisecondsMax, Self.waitMilliseconds)
        postgres = try await Startup(
            database: postgres, migrator: Migrator(Migrations.all), allowsUnsafeDatabase: true
        ).checkSchema(on: loop)
        postgres.settings.idleInTransactionTimeoutMilliseconds = 60_000
        postgres.connectionsPerLoop = 1
        let pool = try PostgresPool(configuration: postgres, on: loop)
        do {
            try await perform(LedgerService(pool: pool, keys: keys))
            await pool.close(on: loop)
        } catch {
            await pool.close(on: loop)
            throw (error as? DatabaseError).map(OwnersError.init) ?? error
        }
    }

    static func keys(_ configuration: Configuration) throws -> LedgerKeys {
        guard let keys = try configuration.ledgerKeys(makesMissing: false) else {
            throw Failure(
                description: "there is no key: set SHIPMATE_LEDGER_KEY to the servers' value")
        }
        return keys
    }

    private func perform(_ ledger: LedgerService) async throws {
        switch action {
        case .verify(let path, let causes):
            let statement = try path.map(LedgerVerification.statement)
            let report = try await ledger.verify(
                against: statement, causes: causes, progress: LedgerVerification.progress())
            try LedgerVerification.tell(report)
        case .adopt(let accepts): try await adopt(ledger, accepts: accepts)
        case .seal(let accepts): try await seal(ledger, accepts: accepts)
        case .state: try await state(ledger, endsSealing: false)
        }
    }

    private func seal(_ ledger: LedgerService, accepts: Bool) async throws {
        if let refusal = try await ledger.refusal() { throw Failure(description: "\(refusal)") }
        let hasEnded = try await ledger.hasSealingEnded()
        if hasEnded, !accepts { try await expectNothingUnsealed(ledger) }
        let sealed = try await ledger.seal(accepts: hasEnded) { sealed in
            if sealed > 0 { Console.report("\(sealed) entries sealed") }
        }
        Console.report("\(sealed) entries were not sealed, and are now")
        try await state(ledger, endsSealing: true)
    }

    private func expectNothingUnsealed(_ ledger: LedgerService) async throws {
        let unsealed = try await ledger.countUnsealed()
        guard unsealed > 0 else { return }
        throw Failure(
            description: "sealing has ended, but \(unsealed) entries have no seal: they may be forged. Check "
                + "them with `shipmate ledger verify`; --accept seals them")
    }

    private func adopt(_ ledger: LedgerService, accepts: Bool) async throws {
        if let refusal = try await ledger.refusal() { throw Failure(description: "\(refusal)") }
        guard accepts else {
            let found = try await ledger.unproved()
            for line in found.lines { Console.print(line) }
            return Console.report(
                found.isEmpty
                    ? "each row has a MAC. With --accept the servers refuse rows without one from now on"
                    : "these rows have no MAC of the current key. If you recognize all of them, run this again with "
                        + "--accept: it gives them one, and the servers refuse rows without one from then on")
        }
        guard let (adopted, statement) = try await ledger.adopt(actor: Operator.name) else {
            throw Failure(description: "a server is making a statement now: try again")
        }
        for line in adopted.lines { Console.report("adopted: \(line)") }
        try tell(statement)
    }

    private func state(_ ledger: LedgerService, endsSealing: Bool) async throws {
        if let refusal = try await ledger.refusal() { throw Failure(description: "\(refusal)") }
        let seconds = Int64(60 * configuration.ledger.statementMinutes)
        guard let statement = try await ledger.state(endsSealing: endsSealing, dueAfterSeconds: seconds)
        else {
            throw Failure(description: "a server is making a statement now: try again")
        }
        try tell(statement)
    }

    private func tell(_ statement: LedgerStatement) throws {
        if let file = try StatementFolder(path: configuration.ledger.statementsDirectory)?.write(statement) {
            Console.report("written to \(file)")
        }
        Console.print(statement.json)
    }
}
