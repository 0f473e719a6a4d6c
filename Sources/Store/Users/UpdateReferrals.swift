package import Links
package import Postgres
package import Referrals
package import Values

/// Writes the referrers of users that are locked.
package struct UpdateReferrals: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE users AS u SET referred_by = new.referred_by, referral_source = new.referral_source,
            match_confidence = new.match_confidence, referral_link = new.referral_link,
            referral_rejection = NULL, rejected_claim = NULL
        FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[])
            AS new (uid, referred_by, referral_source, match_confidence, referral_link)
        WHERE u.uid = new.uid
        """
    package static let citusSQL = "\(sql) AND \(Shards.only("u.uid"))"
    package let parameters: Parameters

    /// - Parameter links: the links that brought them; none for the others.
    package init(_ users: [User], through links: [UserID: LinkCode] = [:]) {
        let users = users.sorted(on: \.uid)
        parameters = Parameters(
            users.map(\.uid), users.map(\.referral.referredBy), users.map { $0.referral.proof?.rawValue },
            users.map { $0.referral.matchConfidence?.rawValue }, users.map { links[$0.uid]?.description })
    }
}
