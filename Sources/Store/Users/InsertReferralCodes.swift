package import Postgres
package import Referrals
package import Values

/// Takes users' referral codes; a code that is taken is a violation of `referral_codes_pkey`.
package struct InsertReferralCodes: Statement {
    package static let constraint = "referral_codes_pkey"
    package static let route = Route.eachRow
    package static let sql =
        "INSERT INTO referral_codes (code, uid) SELECT * FROM unnest($1::text[], $2::uuid[])"
    package let parameters: Parameters

    package init(_ users: [User]) {
        let codes = users.map { (code: $0.referralCode, uid: $0.uid) }.sorted { $0.code < $1.code }
        parameters = Parameters(codes.map(\.code.description), codes.map(\.uid))
    }

    package init(_ code: ReferralCode, of uid: UserID) { parameters = Parameters([code.description], [uid]) }
}
