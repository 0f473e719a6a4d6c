package import Postgres
package import Referrals
package import Values

/// Makes a paid reward one that was taken back; nothing when it isn't paid.
package struct ReverseReward: Statement {
    package static let sql = """
        UPDATE rewards SET status = 'reversed', unrecovered = $5, codes = $6, reversed_at = $7
        WHERE uid = $1 AND subject = $2 AND rule = $3 AND id = $4 AND status = 'paid'
        """
    let reward: Reward
    let unrecovered: Int64
    let reversedAt: Timestamp

    package init(_ reward: Reward, unrecovered: Int64, at reversedAt: Timestamp) {
        self.reward = reward
        self.unrecovered = unrecovered
        self.reversedAt = reversedAt
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(reward.beneficiary)
        parameters.add(reward.subject)
        parameters.add(reward.rule.description)
        parameters.add(reward.id)
        parameters.add(unrecovered)
        parameters.add(reward.codes.names.joined(separator: ","))
        parameters.add(reversedAt)
    }
}

/// Sets what speaks against a reward, for administrators.
package struct SetRewardCodes: Statement {
    package static let sql = "UPDATE rewards SET codes = $4 WHERE uid = $1 AND subject = $2 AND id = $3"
    let reward: Reward

    package init(_ reward: Reward) {
        self.reward = reward
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(reward.beneficiary)
        parameters.add(reward.subject)
        parameters.add(reward.id)
        parameters.add(reward.codes.names.joined(separator: ","))
    }
}

/// Counts a referee no more among those that a referrer was paid for, where this was the last reward for it
/// and counts are kept.
package struct UncountRewardedReferee: Statement {
    package static let sql = """
        UPDATE referral_counts SET rewarded = rewarded - 1
        WHERE uid = $1 AND slot = 0 AND NOT EXISTS (
            SELECT FROM rewards WHERE uid = $1 AND subject = $2 AND role = 'referrer' AND status = 'paid')
        """
    let reward: Reward

    /// - Parameter reward: taken back in the same transaction, before.
    package init(_ reward: Reward) {
        self.reward = reward
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(reward.beneficiary)
        parameters.add(reward.subject)
    }
}
