package import FoundationEssentials
package import Postgres
package import Referrals

/// A held reward and its MAC.
package typealias HeldReward = (reward: Reward, mac: [UInt8]?)

/// Held rewards whose time has come, by PostgreSQL's clock; the longest due first.
package struct FindDueRewards: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        SELECT \(RewardRow.columns), r.mac FROM rewards AS r
        WHERE r.status = 'held' AND r.release_at <= clock_timestamp() AND r.id <> ALL ($2::uuid[])
        ORDER BY r.release_at LIMIT $1
        """
    package let parameters: Parameters

    /// - Parameter heldUp: the ids of those that are left out.
    package init(limit: Int, without heldUp: [UUID] = []) { parameters = Parameters(Int64(limit), heldUp) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> HeldReward {
        (reward: try row.readReward(), mac: try row.read())
    }
}

/// Pays or voids those of these rewards that are still held, due and unchanged since they were read; returns
/// them.
package struct ReleaseDueRewards: Statement {
    package static let route = Route.oneShard
    package static let sql = text("r.uid = due.uid")
    package static let citusSQL = text(Shards.joined("r.uid", "due.uid"))

    private static func text(_ condition: String) -> String {
        """
        UPDATE rewards AS r SET status = $5, mac = NULL
        FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $6::bigint[], $7::bytea[])
            AS due (uid, subject, rule, currency, amount, mac)
        WHERE \(condition) AND r.subject = due.subject AND r.rule = due.rule AND r.currency = due.currency
            AND r.status = 'held' AND r.release_at IS NOT NULL
            AND r.amount = due.amount AND r.mac IS NOT DISTINCT FROM due.mac
        RETURNING \(RewardRow.columns)
        """
    }

    package let parameters: Parameters

    package init(_ rewards: [HeldReward], as status: Reward.Status = .paid) {
        let sorted = rewards.sorted { RewardKey($0.reward) < RewardKey($1.reward) }
        let rewards = sorted.map(\.reward)
        parameters = Parameters(
            rewards.map(\.beneficiary), rewards.map(\.subject), rewards.map(\.rule.description),
            rewards.map(\.currency.description), status.rawValue, rewards.map(\.amount), sorted.map(\.mac))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Reward {
        try row.readReward()
    }
}

/// Leaves those of these rewards that are still held and due to an administrator.
package struct HoldDueRewards: Statement {
    package static let route = Route.oneShard
    package static let sql = text("r.uid = due.uid")
    package static let citusSQL = text(Shards.joined("r.uid", "due.uid"))

    private static func text(_ condition: String) -> String {
        """
        UPDATE rewards AS r SET release_at = NULL, mac = due.mac,
            codes = CASE WHEN $5::text = '' THEN r.codes
                ELSE coalesce(nullif(r.codes, '') || ',', '') || $5::text END
        FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $6::bytea[])
            AS due (uid, subject, rule, currency, mac)
        WHERE \(condition) AND r.subject = due.subject AND r.rule = due.rule AND r.currency = due.currency
            AND r.status = 'held' AND r.release_at IS NOT NULL
        """
    }

    package let parameters: Parameters

    /// - Parameter rewards: each with its new MAC.
    package init(_ rewards: [HeldReward], because codes: TrustCodes) {
        let sorted = rewards.sorted { RewardKey($0.reward) < RewardKey($1.reward) }
        let rewards = sorted.map(\.reward)
        parameters = Parameters(
            rewards.map(\.beneficiary), rewards.map(\.subject), rewards.map(\.rule.description),
            rewards.map(\.currency.description), codes.names.joined(separator: ","), sorted.map(\.mac))
    }
}
