package import Postgres
package import Referrals

/// Writes the referrers of users that are locked.
package struct UpdateReferrals: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE users AS u SET referred_by = new.referred_by, referral_source = new.referral_source,
            referral_rejection = NULL, rejected_claim = NULL
        FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS new (uid, referred_by, referral_source)
        WHERE u.uid = new.uid
        """
    package static let citusSQL = "\(sql) AND \(Shards.only("u.uid"))"
    package let parameters: Parameters

    package init(_ users: [User]) {
        let users = users.sorted(on: \.uid)
        parameters = Parameters(
            users.map(\.uid), users.map(\.referral.referredBy), users.map { $0.referral.proof?.rawValue })
    }
}
