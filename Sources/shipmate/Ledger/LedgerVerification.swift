internal import EmbeddedPostgres
internal import Ledger
internal import Store

/// Input and output of `shipmate ledger verify`, with a database or without.
enum LedgerVerification {
    /// Not all is as it was written; each finding was printed.
    struct Found: Error, CustomStringConvertible {
        let description: String
    }

    private static let progressEntries: Int64 = 100_000

    /// Verifies what psql copied into a folder.
    static func run(folder: String, statement path: String?, _ configuration: Configuration) async throws {
        let keys = try KeepLedger.keys(configuration)
        let pages = try CSVPages(folder: folder)
        var verifier = LedgerVerifier(
            pages, keys: keys, statement: try path.map(statement), progress: progress())
        try tell(try await verifier.run())
    }

    static func statement(_ path: String) throws -> LedgerStatement {
        guard let text = Files.read(path), let statement = LedgerStatement(json: text) else {
            throw KeepLedger.Failure(description: "\(path) is not a ledger statement")
        }
        return statement
    }

    /// A line for every hundred thousand entries, however many come at once.
    static func progress(
        _ report: @escaping (String) -> Void = Console.report
    ) -> (_ entries: Int64) -> Void {
        var told: Int64 = 0
        return { entries in
            guard entries / progressEntries > told / progressEntries else { return }
            told = entries
            report("\(entries) entries")
        }
    }

    /// The copies that `--csv` reads, as psql makes them.
    static var script: String {
        LedgerCopy.all.map(\.command).joined(separator: "\n")
    }

    static func tell(_ report: LedgerReport) throws {
        for finding in report.examples { Console.print(finding.description) }
        for entry in report.uncoveredExamples {
            Console.print("sealed later, not covered by an external statement: \(entry)")
        }
        let later =
            "; \(report.uncovered) were sealed later, and no external statement covers them"
        Console.print(
            "\(report.entries) entries of \(report.accounts) accounts, \(report.statements) statements"
                + (report.unsealed > 0 ? "; \(report.unsealed) entries are not sealed" : "")
                + (report.uncovered > 0 ? later : "")
                + (report.unproved > 0 ? "; \(report.unproved) rows have no MAC: shipmate ledger adopt" : ""))
        guard !report.isGood else { return Console.print("the ledger is unchanged") }
        let kinds = report.counts.sorted { $0.key < $1.key }.map { "\($0.key.rawValue) \($0.value)" }
        throw Found(description: "the ledger has been changed: \(kinds.joined(separator: ", "))")
    }
}
