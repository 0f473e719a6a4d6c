package import Postgres
package import Values

/// The first rewards for friends within a period.
package struct FindSubjects: Statement {
    package typealias Row = (subject: UserID, at: Timestamp, day: Int32)

    package static let route = Route.administration
    package static let sql = """
        SELECT r.subject, min(r.granted_at), \(CountedSpan.day("min(r.granted_at)")) FROM rewards AS r
        WHERE \(CountedSpan.condition("r.granted_at")) GROUP BY 1 LIMIT $4
        """
    package let parameters: Parameters
    package init(_ span: CountedSpan, max: Int) { parameters = Parameters(span, Int64(max)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (subject: try row.readUserID(), at: try row.readTimestamp(), day: try row.read())
    }
}

/// The referrers and links of these users, without users that have none.
package struct FindReferredUsers: Statement {
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

/// Those of these subjects with an earlier reward for their beneficiaries.
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
