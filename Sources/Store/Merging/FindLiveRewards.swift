package import Postgres
package import Referrals
package import Values

/// Users' rewards that were not reversed, unordered.
package struct FindLiveRewards: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT \(RewardRow.columns) FROM rewards AS r
        WHERE r.uid = ANY ($1::uuid[]) AND r.rule = ANY ($2::text[]) AND r.status IN ('paid', 'held')
        """
    package let parameters: Parameters

    package init(of uids: [UserID], by rules: [RuleName]) {
        parameters = Parameters(uids, rules.map(\.description))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Reward {
        try row.readReward()
    }
}
