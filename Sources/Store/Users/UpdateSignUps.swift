package import Postgres
package import Referrals

/// Makes locked users account holders: their e-mail, when they signed up, and their first sign-in.
package struct UpdateSignUps: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE users AS u SET email = new.email, signed_up_at = new.signed_up_at, last_signin_at = new.signed_up_at
        FROM unnest($1::uuid[], $2::text[], $3::timestamptz[]) AS new (uid, email, signed_up_at)
        WHERE u.uid = new.uid
        """
    package static let citusSQL = "\(sql) AND \(Shards.only("u.uid"))"
    package let parameters: Parameters

    package init(_ users: [User]) {
        let users = users.sorted(on: \.uid)
        parameters = Parameters(
            users.map(\.uid), users.map { $0.email?.description }, users.map(\.signedUpAt))
    }
}
