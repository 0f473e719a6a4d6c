package import Postgres

/// Counts rows of a stretch of time by day, straight from where they are.
package protocol CountedRows: Statement where Row == DayCount {
    init(_ span: CountedSpan)
}

extension CountedRows {
    package static func decode(_ row: inout RowReader) throws(PostgresError) -> DayCount {
        try ListDayCounts.decode(&row)
    }
}

package struct CountNewUsers: CountedRows {
    package static let route = Route.administration
    package static let sql = """
        SELECT 'users', \(CountedSpan.day("u.created_at")), '', count(*) FROM users AS u
        WHERE \(CountedSpan.condition("u.created_at", by: "u.uid")) GROUP BY 2
        """
    package let parameters: Parameters
    package init(_ span: CountedSpan) { parameters = Parameters(span) }
}

package struct CountSignUps: CountedRows {
    package static let route = Route.administration
    package static let sql = """
        SELECT 'sign_ups', \(CountedSpan.day("u.signed_up_at")), '', count(*) FROM users AS u
        WHERE u.signed_up_at IS NOT NULL AND \(CountedSpan.condition("u.signed_up_at")) GROUP BY 2
        """
    package let parameters: Parameters
    package init(_ span: CountedSpan) { parameters = Parameters(span) }
}

/// Users with a referrer from their first start, by its time. Referrers recorded later have an event, and
/// don't count here.
package struct CountReferredUsers: CountedRows {
    package static let route = Route.administration
    package static let sql = """
        SELECT 'referrals', \(CountedSpan.day("u.created_at")), '', count(*) FROM users AS u
        WHERE u.referred_by IS NOT NULL AND \(CountedSpan.condition("u.created_at", by: "u.uid")) AND NOT EXISTS (
            SELECT FROM events AS e WHERE e.uid = u.uid AND e.type = 'referrer_recorded')
        GROUP BY 2
        """
    package let parameters: Parameters
    package init(_ span: CountedSpan) { parameters = Parameters(span) }
}

package struct CountRecordedReferrers: CountedRows {
    package static let route = Route.administration
    package static let sql = """
        SELECT 'referrals', \(CountedSpan.day("e.received_at")), '', count(*) FROM events AS e
        WHERE e.type = 'referrer_recorded' AND \(CountedSpan.condition("e.received_at")) GROUP BY 2
        """
    package let parameters: Parameters
    package init(_ span: CountedSpan) { parameters = Parameters(span) }
}

/// Rules' rewards, of any status.
package struct CountGivenRewards: CountedRows {
    package static let route = Route.administration
    package static let sql = """
        SELECT 'rewards', \(CountedSpan.day("r.granted_at")), r.rule, count(*) FROM rewards AS r
        WHERE \(CountedSpan.condition("r.granted_at")) GROUP BY 2, 3
        """
    package let parameters: Parameters
    package init(_ span: CountedSpan) { parameters = Parameters(span) }
}
