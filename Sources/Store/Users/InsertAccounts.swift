package import Postgres
package import Referrals
package import Values

/// Records users who were account holders elsewhere.
package struct InsertAccounts: Statement {
    package static let sql = """
        INSERT INTO users (uid, referral_code, email, external_id, signed_up_at, last_signin_at, created_at, \
        email_verified_at)
        SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], \
        $6::timestamptz[], $7::timestamptz[], $8::timestamptz[])
        """
    let users: [User]
    let verified: Set<UserID>

    /// - Parameter verified: whose e-mails were proved to be theirs; since when nobody says.
    package init(_ users: [User], verified: Set<UserID>) {
        self.users = users
        self.verified = verified
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(users.map(\.uid))
        parameters.add(users.map(\.referralCode.description))
        parameters.add(users.map { $0.email?.description })
        parameters.add(users.map { $0.externalID?.description })
        parameters.add(users.map(\.signedUpAt))
        parameters.add(users.map(\.lastSignInAt))
        parameters.add(users.map(\.createdAt))
        parameters.add(users.map { verified.contains($0.uid) ? $0.createdAt : nil })
    }
}
