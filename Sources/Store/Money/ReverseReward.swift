package import Postgres
package import Referrals
package import Values

/// Makes a paid reward one that was taken back; nothing when it isn't paid.
package struct ReverseReward: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE rewards SET status = 'reversed', unrecovered = $5, codes = $6, reversed_at = $7
        WHERE uid = $1 AND subject = $2 AND rule = $3 AND id = $4 AND status = 'paid'
        """
    package let parameters: Parameters

    package init(_ reward: Reward, unrecovered: Int64, at reversedAt: Timestamp) {
        parameters = Parameters(
            reward.beneficiary, reward.subject, reward.rule.description, reward.id, unrecovered,
            reward.codes.names.joined(separator: ","), reversedAt)
    }
}

/// Sets what speaks against a reward, for administrators.
package struct SetRewardCodes: Statement {
    package static let route = Route.oneShard
    package static let sql = "UPDATE rewards SET codes = $4 WHERE uid = $1 AND subject = $2 AND id = $3"
    package let parameters: Parameters

    package init(_ reward: Reward) {
        parameters = Parameters(
            reward.beneficiary, reward.subject, reward.id, reward.codes.names.joined(separator: ","))
    }
}

/// Counts a referee no more among those that a referrer was paid for, where this was the last reward for it
/// and counts are kept.
package struct UncountRewardedReferee: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE referral_counts SET rewarded = rewarded - 1
        WHERE uid = $1 AND slot = 0 AND NOT EXISTS (
            SELECT FROM rewards WHERE uid = $1 AND subject = $2 AND role = 'referrer' AND status = 'paid')
        """
    package let parameters: Parameters

    /// - Parameter reward: taken back in the same transaction, before.
    package init(_ reward: Reward) { parameters = Parameters(reward.beneficiary, reward.subject) }
}
