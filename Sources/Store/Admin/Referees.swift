package import Postgres
package import Referrals
package import Values

/// A page of a user's referees, newest first: uids of version 7 sort by time.
package struct ListReferees: Statement {
    package static let route = Route.refereesElsewhere
    package static let sql = """
        SELECT \(UserRow.columns) FROM users AS u
        WHERE u.referred_by = $1 AND u.uid < coalesce($2, \(PageEnds.uuid))
            AND \(PageSpan.sql("u.uid", "u.created_at", from: 4))
        ORDER BY u.uid DESC LIMIT $3
        """
    package let parameters: Parameters

    package init(of referrer: UserID, before: UserID?, in span: PageSpan = .always, limit: Int) {
        parameters = Parameters(referrer, before?.uuid, Int64(limit), span)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> User {
        try row.readUser()
    }
}

/// Which of these users a referrer was paid for.
package struct FindRewardedReferees: Statement {
    package typealias Row = UserID

    package static let route = Route.oneShard
    package static let sql = """
        SELECT DISTINCT subject FROM rewards
        WHERE uid = ANY ($1::uuid[]) AND subject = ANY ($2::uuid[]) AND role = 'referrer' AND status = 'paid'
        """
    package let parameters: Parameters

    /// - Parameter merged: who became the referrer.
    package init(of referrer: UserID, with merged: [UserID] = [], among referees: [UserID]) {
        let referrers = [referrer] + merged
        parameters = Parameters(referrers, referees)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID {
        try row.readUserID()
    }
}
