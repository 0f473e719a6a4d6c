internal import EmbeddedPostgres
internal import Ledger

/// The folder that signed statements of the ledger are written to, a file each.
struct StatementFolder: Sendable {
    let path: String

    /// Nil where none is named.
    init?(path: String) {
        guard !path.isEmpty else { return nil }
        self.path = path
    }

    /// Whether the newest genuine statement in it says that sealing has ended.
    func saysSealingEnded(by keys: LedgerKeys) -> Bool {
        let names = Files.names(in: path).filter { $0.hasPrefix("ledger-statement-") }
        for name in names.sorted(by: >) {
            guard let text = Files.read("\(path)/\(name)"), let statement = LedgerStatement(json: text),
                statement.isSigned(by: keys)
            else { continue }
            return statement.sealingEnded
        }
        return false
    }

    /// - Returns: the file.
    @discardableResult
    func write(_ statement: LedgerStatement) throws(EmbeddedPostgresError) -> String {
        try Files.makeDirectory(path, mode: 0o755)
        let digits = String(statement.number)
        let padding = String(repeating: "0", count: max(0, 10 - digits.count))
        let file = "\(path)/ledger-statement-\(padding)\(digits).json"
        try Files.replace(file, with: statement.json + "\n", mode: 0o644)
        return file
    }
}
