package import Links
package import Postgres
package import Referrals
internal import Values

/// Records anonymous users.
package struct InsertUsers: Statement {
    package static let constraint = "users_pkey"
    package static let sql = """
        INSERT INTO users (uid, referral_code, referred_by, match_confidence, referral_rejection, rejected_claim, \
        created_at, referral_source, referral_link)
        SELECT * FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[], $6::text[], \
        $7::timestamptz[], $8::text[], $9::text[])
        """
    let users: [User]
    let links: [LinkCode?]

    /// - Parameter links: that brought them; none where nobody was brought by any.
    package init(_ users: [User], through links: [LinkCode?] = []) {
        self.users = users
        self.links = links.isEmpty ? users.map { _ in nil } : links
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(users.map(\.uid))
        parameters.add(users.map(\.referralCode.description))
        parameters.add(users.map(\.referral.referredBy))
        parameters.add(users.map { $0.referral.matchConfidence?.rawValue })
        parameters.add(users.map { $0.referral.rejection?.rawValue })
        parameters.add(users.map(\.referral.rejectedName))
        parameters.add(users.map(\.createdAt))
        parameters.add(users.map { $0.referral.proof?.rawValue })
        parameters.add(links.map { $0?.description })
    }
}
