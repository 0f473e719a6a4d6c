package import Postgres
package import Referrals

/// Makes a held reward paid or void, and returns it; nothing when it is not held.
package struct UpdateHeldReward: Statement {
    package static let sql = """
        UPDATE rewards AS r SET status = $4
        WHERE r.uid = $1 AND r.subject = $2 AND r.rule = $3 AND r.id = $5 AND r.status = 'held'
        RETURNING \(RewardRow.columns)
        """
    let reward: Reward
    let status: Reward.Status

    package init(_ reward: Reward, as status: Reward.Status) {
        self.reward = reward
        self.status = status
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(reward.beneficiary)
        parameters.add(reward.subject)
        parameters.add(reward.rule.description)
        parameters.add(status.rawValue)
        parameters.add(reward.id)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Reward {
        try row.readReward()
    }
}
