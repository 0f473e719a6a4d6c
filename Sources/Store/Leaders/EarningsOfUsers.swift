package import Postgres
package import Values

/// Users with paid rewards for friends within a period, in order: a page after the last one's end.
package struct FindEarners: Statement {
    package static let route = Route.periodicWork
    // By the period's rows: an order by the uid itself would read the whole table in that order.
    package static let sql = """
        SELECT e.uid FROM ledger_entries AS e
        WHERE e.kind = 'grant' AND e.subject <> e.uid AND \(CountedSpan.condition("e.created_at"))
            AND e.uid > coalesce($3, \(PageEnds.firstUUID))
        GROUP BY e.uid ORDER BY e.uid::text COLLATE "C" LIMIT $4
        """
    package let parameters: Parameters

    package init(in span: CountedSpan, after uid: UserID?, limit: Int) {
        parameters = Parameters(span.from, span.until, uid?.uuid, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID {
        try row.readUserID()
    }
}

/// These users' paid rewards for friends before a time, by day.
package struct SumEarningsOfUsers: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT e.uid, e.currency, \(CountedSpan.day("e.created_at")),
            least(sum(e.amount), \(Int64.max))::bigint
        FROM ledger_entries AS e
        WHERE e.uid = ANY ($1::uuid[]) AND e.kind = 'grant' AND e.subject <> e.uid AND e.created_at < $2
        GROUP BY 1, 2, 3
        """
    package let parameters: Parameters

    package init(_ uids: [UserID], until time: Timestamp, in zone: ProgrammeZone) {
        parameters = Parameters(uids, time, zone.name)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> DailyReferralEarnings {
        try DailyReferralEarnings.read(&row)
    }
}

/// Of these users' rewards for friends those that were reversed before a time, with the days of their
/// payment.
package struct FindReversalsOfUsers: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT e.uid, e.currency, \(CountedSpan.day("e.created_at")), e.amount
        FROM rewards AS r JOIN ledger_entries AS e ON e.uid = r.uid AND e.id = r.id
        WHERE r.uid = ANY ($1::uuid[]) AND r.reversed_at < $2 AND e.created_at < $2
            AND e.kind = 'grant' AND e.subject <> e.uid
        """
    package let parameters: Parameters

    package init(_ uids: [UserID], until time: Timestamp, in zone: ProgrammeZone) {
        parameters = Parameters(uids, time, zone.name)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> DailyReferralEarnings {
        try DailyReferralEarnings.read(&row)
    }
}

/// Of these merged players those whose sums aren't their accounts' yet.
package struct FindPlayersToCarryOver: Statement {
    package static let route = Route.oneShard
    package static let sql = "SELECT uid FROM merges WHERE uid = ANY ($1::uuid[]) AND NOT is_brought_over"
    package let parameters: Parameters
    package init(among players: [UserID]) { parameters = Parameters(players) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID {
        try row.readUserID()
    }
}
