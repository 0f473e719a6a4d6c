package import Links
package import Postgres
package import Referrals
internal import Values

/// Records anonymous users.
package struct InsertUsers: Statement {
    package static let constraint = "users_pkey"
    package static let route = Route.eachRow
    package static let sql = """
        INSERT INTO users (uid, referral_code, referred_by, match_confidence, referral_rejection, rejected_claim, \
        created_at, referral_source, referral_link)
        SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], \
        $7::timestamptz[], $8::text[], $9::text[])
        """
    package let parameters: Parameters

    /// - Parameter links: the links that brought them; nil without one.
    package init(_ users: [User], through links: [LinkCode?] = []) {
        let links = links.isEmpty ? users.map { _ in nil } : links
        parameters = Parameters(
            users.map(\.uid), users.map(\.referralCode.description), users.map(\.referral.referredBy),
            users.map { $0.referral.matchConfidence?.rawValue },
            users.map { $0.referral.rejection?.rawValue }, users.map(\.referral.rejectedName),
            users.map(\.createdAt), users.map { $0.referral.proof?.rawValue }, links.map { $0?.description })
    }
}
