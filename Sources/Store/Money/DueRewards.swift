package import Postgres
package import Referrals

/// Held rewards whose time has come, by PostgreSQL's clock; the longest due first.
package struct FindDueRewards: Statement {
    package static let sql = """
        SELECT \(RewardRow.columns) FROM rewards AS r
        WHERE r.status = 'held' AND r.release_at <= clock_timestamp() ORDER BY r.release_at LIMIT $1
        """
    let limit: Int

    package init(limit: Int) {
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Reward {
        try row.readReward()
    }
}

/// Makes those of these rewards paid, or void, that are still held and due, and returns them.
package struct ReleaseDueRewards: Statement {
    package static let sql = text("r.uid = due.uid")
    package static let citusSQL = text(Shards.joined("r.uid", "due.uid"))

    private static func text(_ condition: String) -> String {
        """
        UPDATE rewards AS r SET status = $5
        FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS due (uid, subject, rule, currency)
        WHERE \(condition) AND r.subject = due.subject AND r.rule = due.rule AND r.currency = due.currency
            AND r.status = 'held' AND r.release_at IS NOT NULL
        RETURNING \(RewardRow.columns)
        """
    }

    let rewards: [Reward]
    let status: Reward.Status

    package init(_ rewards: [Reward], as status: Reward.Status = .paid) {
        self.rewards = rewards.sorted(on: RewardKey.init)
        self.status = status
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(rewards.map(\.beneficiary))
        parameters.add(rewards.map(\.subject))
        parameters.add(rewards.map(\.rule.description))
        parameters.add(rewards.map(\.currency.description))
        parameters.add(status.rawValue)
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
        UPDATE rewards AS r SET release_at = NULL,
            codes = CASE WHEN $5::text = '' THEN r.codes ELSE coalesce(nullif(r.codes, '') || ',', '') || $5::text END
        FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[]) AS due (uid, subject, rule, currency)
        WHERE \(condition) AND r.subject = due.subject AND r.rule = due.rule AND r.currency = due.currency
            AND r.status = 'held' AND r.release_at IS NOT NULL
        """
    }

    let rewards: [Reward]
    let codes: TrustCodes

    package init(_ rewards: [Reward], because codes: TrustCodes) {
        self.rewards = rewards.sorted(on: RewardKey.init)
        self.codes = codes
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(rewards.map(\.beneficiary))
        parameters.add(rewards.map(\.subject))
        parameters.add(rewards.map(\.rule.description))
        parameters.add(rewards.map(\.currency.description))
        parameters.add(codes.names.joined(separator: ","))
    }
}
