/// A file that a part of the ledger is copied to, and by which query: what is verified without a database.
package struct LedgerCopy: Sendable {
    package let file: String
    package let query: String

    package static let keys = LedgerCopy(file: "ledger_keys.csv", query: "SELECT id, proof FROM ledger_keys")
    package static let statements = LedgerCopy(
        file: "ledger_statements.csv", query: "SELECT number, body FROM ledger_statements ORDER BY number")
    package static let balances = LedgerCopy(
        file: "balances.csv",
        query: "SELECT uid, currency, amount, entries, sealed, head FROM balances ORDER BY uid, currency")
    package static let heads = LedgerCopy(
        file: "ledger_heads.csv",
        query: "SELECT uid, currency, statement, sealed FROM ledger_heads ORDER BY uid, currency, statement")
    package static let entries = LedgerCopy(
        file: "ledger_entries.csv",
        query: """
            SELECT e.uid, e.id, e.currency, e.sequence, e.kind, e.amount, e.balance_after, e.rule, e.subject, \
            e.reason, \(microseconds("e.created_at")), e.undoes, e.seal, e.redaction, r.id, r.role, r.currency, \
            r.amount, r.status, r.reason, \(microseconds("r.granted_at")), r.unrecovered \
            FROM ledger_entries AS e \(EntryRow.joinedRewards) \
            ORDER BY e.uid, e.currency, e.sequence
            """)
    package static let unbookedRewards = LedgerCopy(
        file: "unbooked_rewards.csv",
        query: oneLine(FindUnbookedRewards.query))

    package static let brokenReservations = LedgerCopy(
        file: "broken_reservations.csv", query: oneLine(FindBrokenReservations.query))

    package static let all = [
        keys, statements, balances, heads, entries, unbookedRewards, brokenReservations,
    ]

    /// psql's command for the file, in the folder that it runs in.
    package var command: String {
        "\\copy (\(query)) TO '\(file)' WITH (FORMAT csv, NULL '\\N')"
    }

    private static func oneLine(_ query: String) -> String {
        query.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
    }

    private static func microseconds(_ column: String) -> String {
        "(extract(epoch FROM \(column)) * 1000000)::bigint"
    }
}
