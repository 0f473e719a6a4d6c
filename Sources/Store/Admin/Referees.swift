package import Postgres
package import Referrals
package import Values

/// A page of the users whom a user referred, newest first: uids of version 7 sort by time.
package struct ListReferees: Statement {
    package static let sql = """
        SELECT \(UserRow.columns) FROM users AS u
        WHERE u.referred_by = $1 AND u.uid < coalesce($2, \(PageEnds.uuid))
            AND \(PageSpan.sql("u.uid", "u.created_at", from: 4))
        ORDER BY u.uid DESC LIMIT $3
        """
    let referrer: UserID
    let before: UserID?
    let span: PageSpan
    let limit: Int

    package init(of referrer: UserID, before: UserID?, in span: PageSpan = .always, limit: Int) {
        self.referrer = referrer
        self.before = before
        self.span = span
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(referrer)
        parameters.add(before?.uuid)
        parameters.add(Int64(limit))
        span.bind(to: &parameters)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> User {
        try row.readUser()
    }
}

/// Which of these users a referrer was paid for.
package struct FindRewardedReferees: Statement {
    package typealias Row = UserID

    package static let sql = """
        SELECT DISTINCT subject FROM rewards
        WHERE uid = ANY ($1::uuid[]) AND subject = ANY ($2::uuid[]) AND role = 'referrer' AND status = 'paid'
        """
    let referrers: [UserID]
    let referees: [UserID]

    /// - Parameter merged: who became the referrer.
    package init(of referrer: UserID, with merged: [UserID] = [], among referees: [UserID]) {
        referrers = [referrer] + merged
        self.referees = referees
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(referrers)
        parameters.add(referees)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID {
        try row.readUserID()
    }
}
