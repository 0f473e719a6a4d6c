package import FoundationEssentials
package import Postgres
package import Referrals

/// A held reward and its MAC.
package typealias HeldReward = (reward: Reward, mac: [UInt8]?)

/// Held rewards whose time has come, by PostgreSQL's clock; the longest due first.
package struct FindDueRewards: Statement {
    package static let sql = """
        SELECT \(RewardRow.columns), r.mac FROM rewards AS r
        WHERE r.status = 'held' AND r.release_at <= clock_timestamp() AND r.id <> ALL ($2::uuid[])
        ORDER BY r.release_at LIMIT $1
        """
    let limit: Int
    let heldUp: [UUID]

    /// - Parameter heldUp: the ids of those that are left out.
    package init(limit: Int, without heldUp: [UUID] = []) {
        self.limit = limit
        self.heldUp = heldUp
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(Int64(limit))
        parameters.add(heldUp)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> HeldReward {
        (reward: try row.readReward(), mac: try row.read())
    }
}

/// Pays or voids those of these rewards that are still held, due and unchanged since they were read; returns
/// them.
package struct ReleaseDueRewards: Statement {
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

    let rewards: [Reward]
    let macs: [[UInt8]?]
    let status: Reward.Status

    package init(_ rewards: [HeldReward], as status: Reward.Status = .paid) {
        let sorted = rewards.sorted { RewardKey($0.reward) < RewardKey($1.reward) }
        self.rewards = sorted.map(\.reward)
        macs = sorted.map(\.mac)
        self.status = status
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(rewards.map(\.beneficiary))
        parameters.add(rewards.map(\.subject))
        parameters.add(rewards.map(\.rule.description))
        parameters.add(rewards.map(\.currency.description))
        parameters.add(status.rawValue)
        parameters.add(rewards.map(\.amount))
        parameters.add(macs)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Reward {
        try row.readReward()
    }
}

/// Leaves those of these rewards that are still held and due to an administrator.
package struct HoldDueRewards: Statement {
    package static let sql = text("r.uid = due.uid")
    package static let citusSQL = text(Shards.joined("r.uid", "due.uid"))

    private static func text(_ condition: String) -> String {
        """
        UPDATE rewards AS r SET release_at = NULL, mac = due.mac,
            codes = CASE WHEN $5::text = '' THEN r.codes ELSE coalesce(nullif(r.codes, '') || ',', '') || $5::text END
        FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $6::bytea[])
            AS due (uid, subject, rule, currency, mac)
        WHERE \(condition) AND r.subject = due.subject AND r.rule = due.rule AND r.currency = due.currency
            AND r.status = 'held' AND r.release_at IS NOT NULL
        """
    }

    let rewards: [Reward]
    let macs: [[UInt8]?]
    let codes: TrustCodes

    /// - Parameter rewards: each with its new MAC.
    package init(_ rewards: [HeldReward], because codes: TrustCodes) {
        let sorted = rewards.sorted { RewardKey($0.reward) < RewardKey($1.reward) }
        self.rewards = sorted.map(\.reward)
        macs = sorted.map(\.mac)
        self.codes = codes
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(rewards.map(\.beneficiary))
        parameters.add(rewards.map(\.subject))
        parameters.add(rewards.map(\.rule.description))
        parameters.add(rewards.map(\.currency.description))
        parameters.add(codes.names.joined(separator: ","))
        parameters.add(macs)
    }
}
