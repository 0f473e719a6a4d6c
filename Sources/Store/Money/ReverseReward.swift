package import FoundationEssentials
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

/// A user's rewards in a currency that were clawed back in part, the oldest first, each with the last entry
/// that undoes another of it.
package struct FindUnrecovered: Statement {
    package typealias Row = (reward: Reward, last: UUID)

    package static let route = Route.oneShard
    package static let sql = """
        SELECT \(RewardRow.columns), coalesce((
            WITH RECURSIVE chain AS (
                SELECT e.id, 1 AS step FROM ledger_entries AS e WHERE e.uid = $1 AND e.undoes = r.id
                UNION ALL
                SELECT e.id, c.step + 1
                FROM chain AS c JOIN ledger_entries AS e ON e.uid = $1 AND e.undoes = c.id
            ) SELECT c.id FROM chain AS c ORDER BY c.step DESC LIMIT 1), r.id)
        FROM rewards AS r
        WHERE r.uid = $1 AND r.status = 'reversed' AND r.currency = $2 AND r.unrecovered > 0
        ORDER BY r.granted_at, r.id LIMIT 100
        """
    package let parameters: Parameters
    package init(of account: Account) { parameters = Parameters(account.uid, account.currency.description) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (reward: try row.readReward(), last: try row.read())
    }
}

/// Says how much of a reversed reward is still missing; nothing where that has changed since.
package struct SetUnrecovered: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE rewards SET unrecovered = $5
        WHERE uid = $1 AND subject = $2 AND rule = $3 AND id = $4 AND status = 'reversed' AND unrecovered = $6
        """
    package let parameters: Parameters

    package init(_ reward: Reward, from former: Int64) {
        parameters = Parameters(
            reward.beneficiary, reward.subject, reward.rule.description, reward.id, reward.unrecovered,
            former)
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
