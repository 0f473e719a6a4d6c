package import Postgres
package import Referrals
package import Values

/// A user's balances at a time: the position in each account's chain, found by halving. An entry counts
/// from the time when all before it were booked too, whatever its writer's clock.
package struct FindBalancesAt: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        WITH RECURSIVE halves (currency, low, high) AS (
            SELECT b.currency, 0::bigint, b.entries + 1 FROM balances AS b WHERE b.uid = $1
            UNION ALL
            SELECT h.currency, CASE WHEN m.is_low THEN m.sequence ELSE h.low END,
                CASE WHEN m.is_low THEN h.high ELSE m.sequence END
            FROM halves AS h CROSS JOIN LATERAL (
                SELECT h.low + (h.high - h.low) / 2 AS sequence,
                    (\(LedgerHistory.oldestFirst.time(in: "h.currency", at: "h.low + (h.high - h.low) / 2"))) <= $2
                        AS is_low
            ) AS m WHERE h.high - h.low > 1
        )
        SELECT e.uid, e.currency, e.balance_after, e.sequence FROM halves AS h
        JOIN ledger_entries AS e ON e.uid = $1 AND e.currency = h.currency AND e.sequence = h.low
        WHERE h.high - h.low = 1 ORDER BY e.currency
        """
    package let parameters: Parameters
    package init(_ time: Timestamp, of uid: UserID) { parameters = Parameters(uid, time) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Balance {
        try FindBalances.decode(&row)
    }
}
