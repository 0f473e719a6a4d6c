internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Values

/// A user's ledger by time in one direction, at the same price wherever a page begins, and with no index by
/// time, which each entry would pay for.
///
/// An account's chain is in order of time and without gaps, so the position of `last` among another
/// account's entries is found by halving. The writers' clocks may differ. An entry therefore counts at the
/// time of one of the `near` entries around it, towards the start of the list, so that times follow the
/// chain.
enum LedgerHistory {
    case newestFirst
    case oldestFirst

    /// How far apart in their chain entries may be that stand in the wrong order of time.
    private static let near = 63

    var sql: String {
        """
        WITH RECURSIVE last AS MATERIALIZED (
            SELECT l.currency, l.sequence, (\(time(in: "l.currency", at: "l.sequence"))) AS time
            FROM ledger_entries AS l WHERE l.uid = $1 AND l.id = $3
        ), halves (currency, low, high) AS (
            SELECT b.currency, 0::bigint, b.entries + 1 FROM balances AS b
            WHERE b.uid = $1 AND b.currency = coalesce($2, b.currency)
            UNION ALL
            SELECT h.currency, CASE WHEN m.is_low THEN m.sequence ELSE h.low END,
                CASE WHEN m.is_low THEN h.high ELSE m.sequence END
            FROM halves AS h CROSS JOIN last CROSS JOIN LATERAL (
                SELECT h.low + (h.high - h.low) / 2 AS sequence, CASE WHEN h.currency = last.currency
                    THEN h.low + (h.high - h.low) / 2 \(includesLast) last.sequence
                    ELSE ((\(time(in: "h.currency", at: "h.low + (h.high - h.low) / 2"))), h.currency)
                        < (last.time, last.currency) END AS is_low
            ) AS m WHERE h.high - h.low > 1
        )
        SELECT \(LedgerEntryRow.columns)
        FROM halves AS h CROSS JOIN LATERAL (
            SELECT n.*, \(earliest)(n.created_at)
                OVER (ORDER BY n.sequence \(order) ROWS \(Self.near) PRECEDING) AS time
            FROM (
                SELECT * FROM ledger_entries AS l
                WHERE l.uid = $1 AND l.currency = h.currency AND l.sequence \(beginsNear)
                ORDER BY l.sequence \(order) LIMIT $4 + \(Self.near)
            ) AS n
        ) AS e
        WHERE ($3 IS NULL OR h.high - h.low = 1 AND EXISTS (SELECT FROM last)) AND e.sequence \(begins)
        ORDER BY e.time \(order), e.currency \(order), e.sequence \(order) LIMIT $4
        """
    }

    func time(in currency: String, at sequence: String) -> String {
        let first = self == .newestFirst ? sequence : "\(sequence) - \(Self.near)"
        return """
            SELECT \(earliest)(n.created_at) FROM ledger_entries AS n
                WHERE n.uid = $1 AND n.currency = \(currency) AND n.sequence BETWEEN \(first)
                    AND \(first) + \(Self.near)
            """
    }

    private var order: String { self == .newestFirst ? "DESC" : "ASC" }
    private var earliest: String { self == .newestFirst ? "min" : "max" }
    private var includesLast: String { self == .newestFirst ? "<" : "<=" }
    private var begins: String { self == .newestFirst ? "< h.high" : "> h.low" }
    private var beginsNear: String {
        self == .newestFirst ? "< h.high + \(Self.near)" : "> h.low - \(Self.near)"
    }
}
