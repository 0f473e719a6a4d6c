internal import Basics
internal import Batching
internal import EmbeddedPostgres
internal import EventLoops
internal import Invitations
internal import Links
internal import Migrations
internal import Postgres
internal import Service

/// `shipmate links import`: takes a CSV of links over, under the suffixes they had.
///
/// Nothing is held but a batch, so that a file may have millions of lines; to import it again changes
/// nothing.
struct ImportLinks {
    /// Some lines were not imported; each was reported.
    struct Incomplete: Error, CustomStringConvertible {
        let description: String
    }

    struct NoProfile: Error, CustomStringConvertible {
        let description = """
            links need the app's profile: set SHIPMATE_APP_PROFILE to its file, as for serve
            """
    }

    struct NoSchema: Error, CustomStringConvertible {
        let description = "the database's schema has no links: run `shipmate migrate` first"
    }

    private static let batchLinks = 500
    private static let progressLines = 50_000

    let configuration: Configuration
    /// Nil where none is configured.
    let profile: AppProfile?
    let path: String
    let isDryRun: Bool

    private var source: LinkSource { LinkSource(path: path) }

    /// Imports into the database.
    func run(_ urls: DatabaseURLs, on loop: isolated EventLoop) async throws {
        var postgres = try await Startup(
            database: try configuration.servicePostgres(urls), migrator: Migrator(Migrations.all),
            allowsUnsafeDatabase: true
        ).fitted(on: loop)
        postgres.connectionsPerLoop = 1
        let pool = try PostgresPool(configuration: postgres, on: loop)
        do {
            let links = LinkImport(pool: pool)
            try await run { try await links.add($0) }
            await pool.close(on: loop)
        } catch {
            await pool.close(on: loop)
            throw Self.lacksSchema(error) ? NoSchema() : error
        }
    }

    /// `undefined_table`.
    private static func lacksSchema(_ error: any Error) -> Bool {
        (error as? DatabaseError)?.sqlState == "42P01"
    }

    /// Reads and checks every line, and asks no database.
    func dryRun() async throws {
        try await run { $0.map { _ in .added } }
    }

    private func run(_ add: ([Link]) async throws -> [LinkImport.ImportResult]) async throws {
        guard let profile else { throw NoProfile() }
        var reader = CSVReader()
        var reported = 0
        var pass = ImportPass(profile: profile, refusedPath: refusedPath)
        do {
            try await source.read { piece in
                for byte in piece {
                    guard let record = try reader.next(byte) else { continue }
                    try pass.take(record)
                    if pass.pending.count >= Self.batchLinks { try await pass.flush(add) }
                    if pass.tally.lines - reported >= Self.progressLines {
                        reported = pass.tally.lines
                        Console.report("\(reported) lines: \(pass.tally.summary(isDryRun: isDryRun))")
                    }
                }
            }
            if let record = try reader.finish() { try pass.take(record) }
        } catch let failure as CSVReader.Failure {
            // The links before it are valid.
            try await pass.flush(add)
            pass.close()
            Console.print(pass.tally.summary(isDryRun: isDryRun))
            throw failure
        }
        try await pass.flush(add)
        try finish(&pass, of: profile)
    }

    private func finish(_ pass: inout ImportPass, of profile: AppProfile) throws {
        pass.close()
        guard pass.hasHeader else { throw LinkSource.Failure(description: "\(path) is empty") }
        Console.print(pass.tally.summary(isDryRun: isDryRun))
        if let moved = pass.moved {
            Console.report(
                "\(moved.count) links had a path of none of the app profile's prefixes, such as "
                    + "\(moved.example); here they are below \(profile.prefixes[0])")
        }
        let failed = pass.tally.conflicts + pass.tally.refused
        guard failed > 0 else { return }
        let kept = refusedPath.map { "; \($0) lists them with the reasons" } ?? ""
        throw Incomplete(description: "\(failed) of \(pass.tally.lines) lines were not imported\(kept)")
    }

    private var refusedPath: String? {
        source.isStandardInput ? nil : path + ".refused.csv"
    }
}
