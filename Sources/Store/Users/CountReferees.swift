package import Postgres
package import Referrals
package import Values

/// How many a user has referred, how many of them signed up, and for how many it was paid; each no further
/// than `max`.
package struct CountFewReferees: Statement {
    package static let sql = """
        SELECT (SELECT count(*) FROM (SELECT 1 FROM users WHERE referred_by = $1 LIMIT $2) AS r),
            (SELECT count(*) FROM (
                SELECT 1 FROM users WHERE referred_by = $1 AND signed_up_at IS NOT NULL LIMIT $2) AS s),
            (SELECT count(*) FROM (
                SELECT DISTINCT subject FROM rewards WHERE uid = $1 AND role = 'referrer' AND status = 'paid'
                LIMIT $2) AS p)
        """
    let referrer: UserID
    let max: Int

    package init(of referrer: UserID, max: Int) {
        self.referrer = referrer
        self.max = max
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(referrer)
        parameters.add(Int64(max))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ReferralCounts {
        try row.readReferralCounts()
    }
}

/// The same, all of them: it reads an entry for each.
package struct CountReferees: Statement {
    package static let sql = """
        SELECT (SELECT count(*) FROM users WHERE referred_by = $1),
            (SELECT count(*) FROM users WHERE referred_by = $1 AND signed_up_at IS NOT NULL),
            (SELECT count(*) FROM (
                SELECT DISTINCT subject FROM rewards WHERE uid = $1 AND role = 'referrer' AND status = 'paid'
            ) AS p)
        """
    let referrer: UserID

    package init(of referrer: UserID) {
        self.referrer = referrer
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(referrer)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ReferralCounts {
        try row.readReferralCounts()
    }
}

extension RowReader {
    mutating func readReferralCounts() throws(PostgresError) -> ReferralCounts {
        ReferralCounts(referred: try read(), signedUp: try read(), rewarded: try read())
    }
}
