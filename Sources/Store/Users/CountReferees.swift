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

/// For whom a user was paid as who referred them, no further than `max`.
package struct FindPaidReferees: Statement {
    package static let sql = """
        SELECT DISTINCT subject FROM rewards WHERE uid = $1 AND role = 'referrer' AND status = 'paid' LIMIT $2
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

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID {
        try row.readUserID()
    }
}

/// The same as `CountFewReferees`, all of them: it reads an entry for each.
package struct CountReferees: Statement {
    package static let sql = """
        SELECT (SELECT count(*) FROM users WHERE referred_by = $1),
            (SELECT count(*) FROM users WHERE referred_by = $1 AND signed_up_at IS NOT NULL),
            (SELECT count(*) FROM (
                SELECT DISTINCT subject FROM rewards
                WHERE uid = ANY ($2::uuid[]) AND role = 'referrer' AND status = 'paid') AS p)
        """
    let referrer: UserID
    let merged: [UserID]

    /// - Parameter merged: who became the referrer, and was paid for some of them.
    package init(of referrer: UserID, with merged: [UserID] = []) {
        self.referrer = referrer
        self.merged = merged
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(referrer)
        parameters.add([referrer] + merged)
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
