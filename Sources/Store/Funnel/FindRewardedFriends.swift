package import Postgres
package import Values

/// For whom something was given in a stretch of time, and when first.
package struct FindSubjects: Statement {
    package typealias Row = (subject: UserID, at: Timestamp)

    package static let route = Route.administration
    package static let sql = """
        SELECT r.subject, min(r.granted_at) FROM rewards AS r
        WHERE \(CountedSpan.condition("r.granted_at")) GROUP BY 1 LIMIT $3
        """
    package let parameters: Parameters
    package init(_ span: CountedSpan, max: Int) { parameters = Parameters(span, Int64(max)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (subject: try row.readUserID(), at: try row.readTimestamp())
    }
}

/// Who brought these users, and through which link; those whom nobody brought are left out.
package struct FindBroughtUsers: Statement {
    package typealias Row = (uid: UserID, referrer: UserID, link: String?)

    package static let route = Route.oneShard
    package static let sql = """
        SELECT u.uid, u.referred_by, u.referral_link FROM users AS u
        WHERE u.uid = ANY ($1::uuid[]) AND u.referred_by IS NOT NULL
        """
    package let parameters: Parameters
    package init(_ uids: [UserID]) { parameters = Parameters(uids) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (uid: try row.readUserID(), referrer: try row.readUserID(), link: try row.read())
    }
}

/// Of these subjects those for whom their beneficiaries were given something before.
package struct FindEarlierRewards: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT DISTINCT r.subject
        FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) AS wanted (uid, subject, before)
        JOIN rewards AS r ON r.uid = wanted.uid AND r.subject = wanted.subject
        WHERE r.granted_at < wanted.before
        """
    package static let citusSQL = "\(sql) AND \(Shards.only("r.uid"))"
    package let parameters: Parameters

    package init(_ rows: [(beneficiary: UserID, subject: UserID, before: Timestamp)]) {
        parameters = Parameters(rows.map(\.beneficiary), rows.map(\.subject), rows.map(\.before))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID {
        try row.readUserID()
    }
}
