package import Postgres
package import Referrals
internal import Values

/// Takes users' referral codes; a code that is taken is a violation of `referral_codes_pkey`.
package struct InsertReferralCodes: Statement {
    package static let constraint = "referral_codes_pkey"
    package static let sql =
        "INSERT INTO referral_codes (code, uid) SELECT * FROM unnest($1::text[], $2::uuid[])"
    let users: [User]

    package init(_ users: [User]) {
        self.users = users.sorted(on: \.referralCode)
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(users.map(\.referralCode.description))
        parameters.add(users.map(\.uid))
    }
}
