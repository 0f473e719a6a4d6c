package import Postgres
package import Referrals
package import Values

/// A user's rewards by each rule in each currency, in total and within the last day.
package struct CountGivenTo: Statement {
    package typealias Row = (budgetKey: GrantLimits.BudgetKey, given: GrantLimits.Given)

    package static let route = Route.oneShard
    package static let sql = """
        SELECT r.rule, r.currency, count(*), coalesce(string_agg(
            (extract(epoch FROM r.granted_at) * 1000000)::bigint::text, ',' ORDER BY r.granted_at)
            FILTER (WHERE r.granted_at > $2), '')
        FROM rewards AS r WHERE r.uid = $1 GROUP BY r.rule, r.currency ORDER BY r.rule, r.currency
        """
    package let parameters: Parameters
    package init(_ uid: UserID, recentSince dayAgo: Timestamp) { parameters = Parameters(uid, dayAgo) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        let budgetKey = try row.readBudgetKey()
        return (budgetKey, GrantLimits.Given(count: try row.read(), recent: try row.readTimes()))
    }
}

/// Counts what a player was given for the account that it has become.
package struct CarryOverGrantCounts: Statement {
    package static let route = Route.eachRow
    package static let sql = """
        INSERT INTO reward_places AS p (uid, rule, currency, carried, given, recent)
        SELECT uid, rule, currency, given, given, recent
        FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::text[])
            AS new (uid, rule, currency, given, recent)
        ON CONFLICT ON CONSTRAINT reward_places_pkey DO UPDATE SET carried = p.carried + excluded.carried,
            given = p.given + excluded.carried, recent = CASE WHEN p.recent = '' THEN excluded.recent
                WHEN excluded.recent = '' THEN p.recent ELSE p.recent || ',' || excluded.recent END
        """
    package let parameters: Parameters

    /// - Parameter given: each budget key once, in order.
    package init(_ given: [CountGivenTo.Row], to account: UserID) {
        parameters = Parameters(
            given.map { _ in account }, given.map(\.budgetKey.rule.description),
            given.map(\.budgetKey.currency.description), given.map(\.given.count),
            given.map { GrantLimits.text($0.given.recent) })
    }
}
