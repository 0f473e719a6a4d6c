package import Postgres
package import Referrals

/// The accounts that don't add up. Their balance is not the sum of the entries, their chain has a gap, or a
/// balance doesn't follow from the previous one and the entry.
package struct FindBrokenAccounts: Statement {
    package static let route = Route.administration
    package static let sql = """
        WITH chained AS (
            SELECT uid, currency, sequence, amount,
                balance_after - amount <> lag(balance_after, 1, 0::bigint) OVER account
                    OR sequence <> lag(sequence, 1, 0::bigint) OVER account + 1 AS is_broken
            FROM ledger_entries WINDOW account AS (PARTITION BY uid, currency ORDER BY sequence)
        ), summed AS (
            SELECT uid, currency, sum(amount) AS amount, count(*) AS entries,
                count(*) FILTER (WHERE is_broken) AS broken
            FROM chained GROUP BY uid, currency
        )
        SELECT uid, currency, coalesce(b.amount, 0), coalesce(b.entries, 0), coalesce(s.amount, 0)::bigint,
            coalesce(s.entries, 0), coalesce(s.broken, 0)
        FROM summed AS s FULL JOIN balances AS b USING (uid, currency)
        WHERE b.amount IS DISTINCT FROM coalesce(s.amount, 0) OR b.entries IS DISTINCT FROM coalesce(s.entries, 0)
            OR s.broken > 0
        ORDER BY uid, currency LIMIT 100
        """

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> BrokenAccount {
        BrokenAccount(
            account: Account(uid: try row.readUserID(), currency: try row.readValue(Currency.init)),
            balance: try row.read(), entries: try row.read(), sumOfEntries: try row.read(),
            countOfEntries: try row.read(), brokenLinks: try row.read())
    }
}

/// Rewards that were paid without their ledger entry, and grants without their reward.
package struct CountUnmatchedGrants: Statement {
    package typealias Row = Int64

    package static let route = Route.administration
    package static let sql = """
        SELECT count(*)
        FROM (SELECT uid, id, amount, currency FROM rewards WHERE status IN ('paid', 'reversed')) AS r
        FULL JOIN (SELECT uid, id, amount, currency FROM ledger_entries WHERE kind = 'grant') AS e
            ON e.uid = r.uid AND e.id = r.id AND e.amount = r.amount AND e.currency = r.currency
        WHERE e.id IS NULL OR r.id IS NULL
        """

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 {
        try row.read()
    }
}

/// Refunds that don't give back what the entry took that they name, reversals of nothing, and rewards of
/// which other amounts were taken back than they say.
package struct CountUnmatchedReturns: Statement {
    package typealias Row = Int64

    package static let route = Route.administration
    package static let sql = """
        SELECT (SELECT count(*) FROM ledger_entries AS e
            LEFT JOIN ledger_entries AS o ON o.uid = e.uid AND o.id = e.undoes AND o.currency = e.currency
            WHERE e.kind IN ('refund', 'reversal') AND NOT coalesce(CASE e.kind
                WHEN 'refund' THEN o.kind = 'redemption' AND e.amount = -o.amount
                ELSE o.kind IN ('grant', 'reversal') AND o.subject = e.subject AND o.rule = e.rule END, false))
        + (SELECT count(*)
            FROM (SELECT uid, subject, rule, currency, sum(amount)::bigint AS taken FROM ledger_entries
                WHERE kind = 'reversal' GROUP BY uid, subject, rule, currency) AS e
            FULL JOIN (SELECT uid, subject, rule, currency, unrecovered - amount AS due FROM rewards
                WHERE status = 'reversed') AS r
                ON r.uid = e.uid AND r.subject = e.subject AND r.rule = e.rule AND r.currency = e.currency
            WHERE coalesce(e.taken, 0) <> coalesce(r.due, 0))
        """

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 {
        try row.read()
    }
}

/// How many `FindBrokenReservations` finds.
package struct CountBrokenReservations: Statement {
    package typealias Row = Int64

    package static let route = Route.administration
    package static let sql = """
        SELECT count(*) FROM (\(FindBrokenReservations.query)) AS broken
        """

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 {
        try row.read()
    }
}

/// Halves of what went over between two accounts without the other half: by one id there are two entries,
/// which together move nothing.
package struct CountUnmatchedTransfers: Statement {
    package typealias Row = Int64

    package static let route = Route.administration
    package static let sql = """
        SELECT count(*) FROM (
            SELECT id FROM ledger_entries WHERE kind = 'transfer' GROUP BY id, currency
            HAVING count(*) <> 2 OR sum(amount) <> 0) AS t
        """

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 {
        try row.read()
    }
}

package struct CountLedger: Statement {
    package typealias Row = (accounts: Int64, entries: Int64, unsealed: Int64)

    package static let route = Route.administration
    package static let sql = """
        SELECT (SELECT count(*) FROM balances), (SELECT count(*) FROM ledger_entries),
            (SELECT count(*) FROM ledger_entries WHERE seal IS NULL)
        """

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (accounts: try row.read(), entries: try row.read(), unsealed: try row.read())
    }
}
