internal import FoundationEssentials
package import Postgres
package import Referrals
package import Values

/// The columns an entry is read from.
enum LedgerEntryRow {
    static let columns = """
        e.uid, e.id, e.currency, e.sequence, e.kind, e.amount, e.balance_after, e.rule, e.subject, e.undoes, \
        e.reason, e.created_at
        """
}

extension RowReader {
    mutating func readLedgerEntry() throws(PostgresError) -> LedgerEntry {
        let uid = try readUserID()
        let id: UUID = try read()
        return LedgerEntry(
            id: id, account: Account(uid: uid, currency: try readValue(Currency.init)), sequence: try read(),
            kind: try readValue(LedgerEntry.Kind.init(rawValue:)), amount: try read(),
            balanceAfter: try read(),
            rule: try readOptional { RuleName(kept: $0) }, subject: try readOptionalUserID(),
            undoes: try read(),
            reason: try read(), createdAt: try readTimestamp())
    }
}

/// Books entries. Two that take the same number in an account's chain, have the same id or take the same
/// reward back are a violation of one of `constraints`.
package struct InsertLedgerEntries: Statement {
    package static let constraints = ["ledger_entries_pkey", "ledger_entries_chain", "ledger_entries_undoes"]

    /// Whether another transaction has taken an entry's number first, or a reward back.
    package static func isRace(_ error: PostgresError) -> Bool {
        constraints.contains { error.isUniqueViolation($0) }
    }

    package static let route = Route.oneShard
    package static let sql = text("SELECT * FROM \(arrays)")
    package static let citusSQL = text(Shards.rows(columns, of: arrays))
    private static let columns = [
        "uid", "id", "currency", "sequence", "kind", "amount", "balance_after", "rule", "subject", "reason",
        "created_at", "seal", "undoes",
    ]
    private static let arrays = """
        unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::text[], $6::bigint[], \
        $7::bigint[], $8::text[], $9::uuid[], $10::text[], $11::timestamptz[], $12::bytea[], $13::uuid[])
        """

    private static func text(_ rows: String) -> String {
        "INSERT INTO ledger_entries (\(columns.joined(separator: ", "))) \(rows)"
    }

    package let parameters: Parameters

    /// - Parameter seals: one for each entry, nil for one that is sealed later.
    package init(_ entries: [LedgerEntry], seals: [[UInt8]?]) {
        precondition(entries.count == seals.count)
        parameters = Parameters(
            entries.map(\.account.uid), entries.map(\.id), entries.map(\.account.currency.description),
            entries.map(\.sequence), entries.map(\.kind.rawValue), entries.map(\.amount),
            entries.map(\.balanceAfter), entries.map { $0.rule?.description }, entries.map(\.subject),
            entries.map(\.reason), entries.map(\.createdAt), seals, entries.map(\.undoes))
    }
}

/// The entries with these ids; ids not seen are left out.
package struct FindLedgerEntries: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT \(LedgerEntryRow.columns)
        FROM unnest($1::uuid[], $2::uuid[]) AS wanted (uid, id)
        JOIN ledger_entries AS e ON e.uid = wanted.uid AND e.id = wanted.id
        """
    package static let citusSQL = "\(sql) WHERE \(Shards.only("e.uid"))"
    package let parameters: Parameters

    package init(_ keys: [LedgerEntry.Key]) {
        let keys = keys.sorted()
        parameters = Parameters(keys.map(\.uid), keys.map(\.id))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> LedgerEntry {
        try row.readLedgerEntry()
    }
}

/// A page of a user's ledger over all currencies, newest first.
///
/// Within an account the order is the chain's, whatever the clocks of those who wrote it said: the page goes
/// on where it ended. Each account's chain is read by its own index from where the last page ended, so that
/// the millionth entry costs no more than the first.
package struct ListLedgerEntries: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT \(LedgerEntryRow.columns)
        FROM balances AS b
        LEFT JOIN unnest($2::text[], $3::bigint[]) AS page (currency, sequence) ON page.currency = b.currency
        CROSS JOIN LATERAL (
            SELECT * FROM ledger_entries AS l
            WHERE l.uid = $1 AND l.currency = b.currency
                AND l.sequence < coalesce(page.sequence, 9223372036854775807)
            ORDER BY l.sequence DESC LIMIT $4) AS e
        WHERE b.uid = $1
        ORDER BY min(e.created_at) OVER (PARTITION BY e.currency ORDER BY e.sequence DESC) DESC, e.currency,
            e.sequence DESC LIMIT $4
        """
    package let parameters: Parameters

    /// - Parameter before: the sequence at which the last page ended, for each account that it reached.
    package init(of uid: UserID, before: [Currency: Int64], limit: Int) {
        let before = before.sorted { $0.key < $1.key }
        parameters = Parameters(uid, before.map(\.key.description), before.map(\.value), Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> LedgerEntry {
        try row.readLedgerEntry()
    }
}
