internal import Ledger

extension Configuration {
    static let ledgerSettings: [Setting] = [
        keys(
            "SHIPMATE_LEDGER_KEY",
            "the key that seals the ledger, the same for every server: openssl rand -hex 32",
            unset: "a file beside the embedded PostgreSQL, otherwise none"
        ) { ledger, keys in
            guard keys.count <= 1 else { return false }
            ledger.key = keys.first ?? ""
            return true
        },
        keys(
            "SHIPMATE_LEDGER_FORMER_KEYS", "earlier values of SHIPMATE_LEDGER_KEY, separated by commas",
            unset: "none"
        ) { ledger, keys in
            ledger.formerKeys = keys
            return true
        },
        .text(
            "SHIPMATE_LEDGER_STATEMENTS_DIR", \.ledger.statementsDirectory, default: "",
            "a folder for signed statements of the ledger, which are also logged"),
        .number(
            "SHIPMATE_LEDGER_STATEMENT_PERIOD_MINUTES", \.ledger.statementMinutes, default: 60,
            in: 1...10_080,
            "minutes between two statements of the ledger"),
    ]

    /// - Parameter set: false when there are too many.
    private static func keys(
        _ name: String, _ help: String, unset: String,
        _ set: @escaping @Sendable (inout Ledger, [String]) -> Bool
    ) -> Setting {
        Setting(name: name, fallback: "", fallbackMeaning: unset, help: help, isSecret: true) {
            configuration, text in
            let texts = text.split(separator: ",").map(String.init)
            let areKeys = texts.allSatisfy { LedgerKey(hexadecimal: $0) != nil }
            return areKeys && set(&configuration.ledger, texts)
                ? nil : "\(2 * LedgerKey.byteCount) hexadecimal digits each"
        } show: { configuration in
            let isGiven =
                name == "SHIPMATE_LEDGER_KEY"
                ? !configuration.ledger.key.isEmpty : !configuration.ledger.formerKeys.isEmpty
            return isGiven ? Secret.hidden : unset
        }
    }

    /// The warning without keys.
    static let unsealed = "the ledger is not sealed: SHIPMATE_LEDGER_KEY is not set"

    /// The keys that the configuration gives, or that lie beside the embedded database; nil where there are
    /// none.
    ///
    /// - Parameter makesMissing: whether the embedded database gets one.
    func ledgerKeys(makesMissing: Bool) throws -> LedgerKeys? {
        let former = ledger.formerKeys.compactMap { LedgerKey(hexadecimal: $0) }
        if let key = LedgerKey(hexadecimal: ledger.key) { return LedgerKeys(key, former: former) }
        guard database.source.isEmbedded else { return nil }
        let file = KeyFile<LedgerKey>("ledger.key", in: try preparedDataDirectory { _ in })
        guard let keys = try file.read() ?? (makesMissing ? [file.make()] : nil) else { return nil }
        return LedgerKeys(keys[0], former: keys.dropFirst() + former)
    }
}
