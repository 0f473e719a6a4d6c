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

/// Books entries. Two that take the same place in an account's chain, or the same id, are a violation of one
/// of `constraints`.
package struct InsertLedgerEntries: Statement {
    package static let constraints = ["ledger_entries_pkey", "ledger_entries_chain"]

    /// Whether another transaction has taken an entry's place first.
    package static func isRace(_ error: PostgresError) -> Bool {
        constraints.contains { error.isUniqueViolation($0) }
    }

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

    let entries: [LedgerEntry]
    let seals: [[UInt8]?]

    /// - Parameter seals: one for each entry, nil for one that is sealed later.
    package init(_ entries: [LedgerEntry], seals: [[UInt8]?]) {
        precondition(entries.count == seals.count)
        self.entries = entries
        self.seals = seals
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(entries.map(\.account.uid))
        parameters.add(entries.map(\.id))
        parameters.add(entries.map(\.account.currency.description))
        parameters.add(entries.map(\.sequence))
        parameters.add(entries.map(\.kind.rawValue))
        parameters.add(entries.map(\.amount))
        parameters.add(entries.map(\.balanceAfter))
        parameters.add(entries.map { $0.rule?.description })
        parameters.add(entries.map(\.subject))
        parameters.add(entries.map(\.reason))
        parameters.add(entries.map(\.createdAt))
        parameters.add(seals)
        parameters.add(entries.map(\.undoes))
    }
}

/// The entries with these ids; ids not seen are left out.
package struct FindLedgerEntries: Statement {
    package static let sql = """
        SELECT \(LedgerEntryRow.columns)
        FROM unnest($1::uuid[], $2::uuid[]) AS wanted (uid, id)
        JOIN ledger_entries AS e ON e.uid = wanted.uid AND e.id = wanted.id
        """
    package static let citusSQL = "\(sql) WHERE \(Shards.only("e.uid"))"
    let keys: [LedgerEntry.Key]

    package init(_ keys: [LedgerEntry.Key]) {
        self.keys = keys.sorted()
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(keys.map(\.uid))
        parameters.add(keys.map(\.id))
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
    let uid: UserID
    let before: [(Currency, Int64)]
    let limit: Int

    /// - Parameter before: the sequence at which the last page ended, for each account that it reached.
    package init(of uid: UserID, before: [Currency: Int64], limit: Int) {
        self.uid = uid
        self.before = before.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
        parameters.add(before.map { $0.0.description })
        parameters.add(before.map { $0.1 })
        parameters.add(Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> LedgerEntry {
        try row.readLedgerEntry()
    }
}
