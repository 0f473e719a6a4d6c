internal import Accounts
internal import Basics
internal import Batching
internal import EmbeddedPostgres
internal import EventLoops
internal import FoundationEssentials
internal import Migrations
internal import Postgres
internal import Service

/// `shipmate users import`: takes accounts over, under the ids they had.
///
/// Nothing is held but a batch, so that a file may have millions of lines; to import it again changes
/// nothing.
struct ImportUsers {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let progressLines = 50_000
    private static let configBytesMax = 65_536
    private static let patienceMilliseconds = 120_000

    let configuration: Configuration
    let path: String
    let origin: Command.Origin
    /// The file of a Firebase project's hash parameters.
    let hashConfigPath: String?
    let isDryRun: Bool

    private var source: LinkSource { LinkSource(path: path) }

    /// Imports into the database.
    func run(_ urls: DatabaseURLs, on loop: isolated EventLoop) async throws {
        var postgres = try await Startup(
            database: try configuration.servicePostgres(urls), migrator: Migrator(Migrations.all),
            allowsUnsafeDatabase: true
        ).checkSchema(on: loop)
        postgres.connectionsPerLoop = 1
        // The command has no client that waits, so a slow disk is no reason to stop.
        postgres.settings.statementTimeoutMilliseconds = Self.patienceMilliseconds
        postgres.replyMillisecondsMax = Self.patienceMilliseconds + 1_000
        let pool = try PostgresPool(configuration: postgres, on: loop)
        do {
            guard let zone = try await Startup.zone(named: configuration.timeZone, through: pool) else {
                throw Startup.Refusal.timeZone(configuration.timeZone)
            }
            let accounts = AccountImport(
                pool: pool, now: { WallClock.now }, zone: zone,
                writesAllChanges: configuration.delivery.isFeedOn)
            try await run { try await accounts.add($0) }
            await pool.close(on: loop)
        } catch {
            await pool.close(on: loop)
            throw error
        }
    }

    /// Reads and checks every line, and asks no database.
    func dryRun() async throws {
        try await run { $0.map { _ in .added } }
    }

    private func run(_ add: @escaping AccountPass.Add) async throws {
        var reader = AccountReader(try await format(), AccountTimes(now: WallClock.now))
        var pass = AccountPass(refusedPath: source.isStandardInput ? nil : path + ".refused.csv")
        var failure: (any Error)?
        do {
            try await read(&reader, &pass, add)
        } catch {
            // The links before it are valid.
            guard error is CSVReader.Failure || error is JSONElementReader.Failure else { throw error }
            failure = error
        }
        try await pass.flush(header: reader.header, add)
        pass.close()
        guard reader.hasBegun else { throw Failure(description: "\(path) is empty") }
        Console.print(pass.tally.summary(isDryRun: isDryRun))
        if let failure { throw failure }
        try finish(pass)
    }

    private func read(
        _ reader: inout AccountReader, _ pass: inout AccountPass, _ add: AccountPass.Add
    ) async throws {
        var reported = 0
        try await source.read { piece in
            for byte in piece {
                guard let line = try reader.next(byte) else { continue }
                try pass.take(line, header: reader.header)
                if pass.isFull { try await pass.flush(header: reader.header, add) }
                if pass.tally.lines - reported >= Self.progressLines {
                    reported = pass.tally.lines
                    Console.report("\(reported) lines: \(pass.tally.summary(isDryRun: isDryRun))")
                }
            }
        }
        if let line = try reader.finish() { try pass.take(line, header: reader.header) }
    }

    private func finish(_ pass: AccountPass) throws {
        if pass.withoutWayIn > 0 {
            Console.report(
                """
                \(pass.withoutWayIn) accounts have neither a password nor a Google or Apple identity: with \
                an e-mail, they can set a password by mail. Their external ids are imported
                """)
        }
        let failed = pass.tally.conflicts + pass.tally.refused
        guard failed > 0 else { return }
        let kept = pass.refusedPath.map { "; \($0) lists them with the reasons" } ?? ""
        throw ImportLinks.Incomplete(
            description: "\(failed) of \(pass.tally.lines) accounts were not imported\(kept)")
    }

    private func format() async throws -> AccountReader.Format {
        guard origin == .firebase else { return .csv }
        guard let hashConfigPath else { return .firebase(nil) }
        var bytes: [UInt8] = []
        try await LinkSource(path: hashConfigPath).read { piece in
            if bytes.count < Self.configBytesMax { bytes += piece }
        }
        do throws(HashConfig.Mistake) {
            return .firebase(try HashConfig(String(decoding: bytes, as: UTF8.self)))
        } catch {
            throw Failure(description: "\(hashConfigPath): \(error)")
        }
    }
}
