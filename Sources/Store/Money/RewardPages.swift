package import FoundationEssentials
package import Postgres
package import Referrals
package import Values

/// A page of all rewards that wait for an administrator, newest first: ids of version 7 sort by time.
package struct ListRewardsToReview: Statement {
    package static let sql = """
        SELECT \(RewardRow.columns) FROM rewards AS r
        WHERE r.status = 'held' AND ($1::uuid IS NULL OR r.id < $1) ORDER BY r.id DESC LIMIT $2
        """
    let before: UUID?
    let limit: Int

    package init(before: UUID?, limit: Int) {
        self.before = before
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(before)
        parameters.add(Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Reward {
        try row.readReward()
    }
}

/// A page of a user's rewards, the newest subject's first, as the key has them.
package struct ListRewardsOfUser: Statement {
    package static let sql = """
        SELECT \(RewardRow.columns) FROM rewards AS r
        WHERE r.uid = $1 AND ($2::text IS NULL OR r.status = $2)
            AND ($3::uuid IS NULL OR (r.subject, r.rule) < ($3, $4))
        ORDER BY r.subject DESC, r.rule DESC LIMIT $5
        """
    let uid: UserID
    let status: Reward.Status?
    let before: RewardKey?
    let limit: Int

    package init(of uid: UserID, status: Reward.Status?, before: RewardKey?, limit: Int) {
        self.uid = uid
        self.status = status
        self.before = before
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
        parameters.add(status?.rawValue)
        parameters.add(before?.subject.uuid)
        parameters.add(before?.rule.description)
        parameters.add(Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Reward {
        try row.readReward()
    }
}
