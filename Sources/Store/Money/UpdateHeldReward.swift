package import Postgres
package import Referrals

/// Pays or voids a held reward and returns it; empty if it is not held, or has changed since it was read and
/// is to be paid.
package struct UpdateHeldReward: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE rewards AS r SET status = $4, mac = NULL
        WHERE r.uid = $1 AND r.subject = $2 AND r.rule = $3 AND r.id = $5 AND r.status = 'held'
            AND ($4 = 'void' OR (r.amount = $6 AND r.mac IS NOT DISTINCT FROM $7))
        RETURNING \(RewardRow.columns)
        """
    package let parameters: Parameters

    /// - Parameter mac: as it was read; compared when the reward is paid.
    package init(_ reward: Reward, as status: Reward.Status, mac: [UInt8]? = nil) {
        parameters = Parameters(
            reward.beneficiary, reward.subject, reward.rule.description, status.rawValue, reward.id,
            reward.amount, mac)
    }

    /// For each of `rewards`, in the order in which they are locked everywhere.
    package static func voiding(_ rewards: [Reward]) -> [any Statement] {
        rewards.sorted { RewardKey($0) < RewardKey($1) }.map { Self($0, as: .void) }
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Reward {
        try row.readReward()
    }
}
