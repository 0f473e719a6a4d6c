package import Postgres
package import Referrals
package import Values

/// These beneficiaries' rewards for these subjects.
package struct FindRewardsAbout: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT \(RewardRow.columns) FROM rewards AS r WHERE r.uid = ANY ($1::uuid[]) AND r.subject = ANY ($2::uuid[])
        ORDER BY r.subject, r.rule, r.currency
        """
    package let parameters: Parameters

    package init(_ subjects: [UserID], to beneficiaries: [UserID]) {
        parameters = Parameters(beneficiaries, subjects)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Reward {
        try row.readReward()
    }
}
