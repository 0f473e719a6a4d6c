package import Postgres
package import Referrals
package import Values

/// How many a user has referred, and how many of them signed up.
package struct CountReferees: Statement {
    package typealias Row = (referred: Int64, signedUp: Int64)

    package static let sql = """
        SELECT (SELECT count(*) FROM users WHERE referred_by = $1),
            (SELECT count(*) FROM users WHERE referred_by = $1 AND signed_up_at IS NOT NULL)
        """
    let referrer: UserID

    package init(of referrer: UserID) {
        self.referrer = referrer
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(referrer)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (referred: try row.read(), signedUp: try row.read())
    }
}

/// For how many of those it referred a user was paid.
package struct CountRewardedReferees: Statement {
    package typealias Row = Int64

    package static let sql = """
        SELECT count(DISTINCT subject) FROM rewards WHERE uid = $1 AND role = 'referrer' AND status = 'paid'
        """
    let referrer: UserID

    package init(of referrer: UserID) {
        self.referrer = referrer
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(referrer)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 {
        try row.read()
    }
}

/// A page of the users whom a user referred, newest first: uids of version 7 sort by time.
package struct ListReferees: Statement {
    package static let sql = """
        SELECT \(UserRow.columns) FROM users AS u
        WHERE u.referred_by = $1 AND ($2::uuid IS NULL OR u.uid < $2) ORDER BY u.uid DESC LIMIT $3
        """
    let referrer: UserID
    let before: UserID?
    let limit: Int

    package init(of referrer: UserID, before: UserID?, limit: Int) {
        self.referrer = referrer
        self.before = before
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(referrer)
        parameters.add(before?.uuid)
        parameters.add(Int64(limit))
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
        WHERE uid = $1 AND subject = ANY ($2::uuid[]) AND role = 'referrer' AND status = 'paid'
        """
    let referrer: UserID
    let referees: [UserID]

    package init(of referrer: UserID, among referees: [UserID]) {
        self.referrer = referrer
        self.referees = referees
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(referrer)
        parameters.add(referees)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID {
        try row.readUserID()
    }
}
