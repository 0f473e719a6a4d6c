package import Postgres
package import Referrals
package import Values

/// Records users who were account holders elsewhere.
package struct InsertAccounts: Statement {
    package static let route = Route.eachRow
    package static let sql = """
        INSERT INTO users (uid, referral_code, email, external_id, signed_up_at, last_signin_at, created_at, \
        email_verified_at)
        SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], \
        $6::timestamptz[], $7::timestamptz[], $8::timestamptz[])
        """
    package let parameters: Parameters

    /// - Parameter verified: accounts with a verified e-mail; the time is unknown.
    package init(_ users: [User], verified: Set<UserID>) {
        parameters = Parameters(
            users.map(\.uid), users.map(\.referralCode.description), users.map { $0.email?.description },
            users.map { $0.externalID?.description }, users.map(\.signedUpAt), users.map(\.lastSignInAt),
            users.map(\.createdAt), users.map { verified.contains($0.uid) ? $0.createdAt : nil })
    }
}
