package import Postgres
package import Referrals
package import Values

/// How many each of several users has referred, how many of those signed up, and for how many it was paid: it
/// reads an entry for each of them. Users without any are left out.
package struct CountReferees: Statement {
    package typealias Row = (referrer: UserID, counts: ReferralCounts)

    package static let route = Route.refereesElsewhere
    /// Indexes have all of it, and unpaid rewards have one of their own. A referee with more rewards than
    /// unpaid ones has a paid one.
    package static let sql = """
        SELECT uid, sum(referred)::bigint, sum(signed_up)::bigint, sum(rewarded)::bigint FROM (
            SELECT referred_by AS uid, count(*) AS referred, 0 AS signed_up, 0 AS rewarded
            FROM users WHERE referred_by = ANY ($3::uuid[]) GROUP BY referred_by
            UNION ALL
            SELECT referred_by, 0, count(*), 0
            FROM users WHERE referred_by = ANY ($3::uuid[]) AND signed_up_at IS NOT NULL GROUP BY referred_by
            UNION ALL
            SELECT paid.referrer, 0, 0, 1
            FROM (
                SELECT uid, subject, 1 AS given FROM rewards WHERE uid = ANY ($1::uuid[]) AND subject <> uid
                UNION ALL
                SELECT uid, subject, -1 FROM rewards
                WHERE uid = ANY ($1::uuid[]) AND subject <> uid AND status <> 'paid'
            ) AS r JOIN unnest($1::uuid[], $2::uuid[]) AS paid (uid, referrer) ON paid.uid = r.uid
            GROUP BY paid.referrer, r.subject HAVING sum(r.given) > 0
        ) AS c GROUP BY uid
        """

    package let parameters: Parameters

    /// - Parameter merged: who became one of `referrers`, and what they were paid is that one's.
    package init(of referrers: [UserID], with merged: [FindPlayersMerged.Row] = []) {
        // The owners of rewards.
        let (paid, their) = (referrers + merged.map(\.player), referrers + merged.map(\.account))
        parameters = Parameters(paid, their, referrers)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (referrer: try row.readUserID(), counts: try row.readReferralCounts())
    }
}

extension RowReader {
    mutating func readReferralCounts() throws(PostgresError) -> ReferralCounts {
        ReferralCounts(referred: try read(), signedUp: try read(), rewarded: try read())
    }
}
