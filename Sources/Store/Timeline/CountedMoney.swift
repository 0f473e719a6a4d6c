package import Postgres
package import Referrals

/// The moved amounts of each currency within a period, by day.
package struct SumLedgerByDay: Statement {
    package typealias Row = (day: Int32, currency: String, granted: Int64, redeemed: Int64, net: Int64)

    package static let route = Route.administration
    package static let sql = """
        SELECT \(CountedSpan.day("e.created_at")), e.currency,
            \(held("sum(e.amount) FILTER (WHERE e.kind = 'grant')")),
            \(held("-sum(e.amount) FILTER (WHERE e.kind IN ('redemption', 'refund'))")),
            \(held("sum(e.amount)"))
        FROM ledger_entries AS e WHERE \(CountedSpan.condition("e.created_at")) GROUP BY 1, 2
        """
    package let parameters: Parameters
    package init(_ span: CountedSpan) { parameters = Parameters(span) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (
            day: try row.read(), currency: try row.read(), granted: try row.read(), redeemed: try row.read(),
            net: try row.read()
        )
    }

    /// At the ends of 64 bits.
    private static func held(_ sum: String) -> String {
        "greatest(least(coalesce(\(sum), 0), \(Int64.max)), \(-Int64.max))::bigint"
    }
}

/// Rewards that aren't paid, by the day on which they were given: what became of them can change, and they
/// are few.
package struct CountUnpaidRewards: Statement {
    package typealias Row = (day: Int32, rule: RuleName, status: Reward.Status, count: Int64)

    package static let route = Route.administration
    package static let sql = """
        SELECT \(CountedSpan.day("r.granted_at")), r.rule, r.status, count(*) FROM rewards AS r
        WHERE r.status <> 'paid' AND \(CountedSpan.condition("r.granted_at")) GROUP BY 1, 2, 3
        """
    package let parameters: Parameters
    package init(_ span: CountedSpan) { parameters = Parameters(span) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (
            day: try row.read(), rule: try row.readValue { RuleName(kept: $0) },
            status: try row.readValue(Reward.Status.init(rawValue:)), count: try row.read()
        )
    }
}
