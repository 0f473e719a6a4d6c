package import Postgres
package import Values

/// The users of these referral codes; unknown ones are omitted.
package struct FindReferralCodes: Statement {
    package typealias Row = (code: ReferralCode, uid: UserID)

    package static let route = Route.oneShard
    package static let sql = "SELECT code, uid FROM referral_codes WHERE code = ANY ($1::text[])"
    package let parameters: Parameters
    package init(_ codes: [ReferralCode]) { parameters = Parameters(codes.map(\.description)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (code: try row.readValue(ReferralCode.init), uid: try row.readUserID())
    }
}
