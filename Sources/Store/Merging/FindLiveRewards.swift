package import Postgres
package import Referrals
package import Values

/// What rules have given to users and was not taken back, in no order.
package struct FindLiveRewards: Statement {
    package static let sql = """
        SELECT \(RewardRow.columns) FROM rewards AS r
        WHERE r.uid = ANY ($1::uuid[]) AND r.rule = ANY ($2::text[]) AND r.status IN ('paid', 'held')
        """
    let uids: [UserID]
    let rules: [RuleName]

    package init(of uids: [UserID], by rules: [RuleName]) {
        self.uids = uids
        self.rules = rules
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uids)
        parameters.add(rules.map(\.description))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Reward {
        try row.readReward()
    }
}
