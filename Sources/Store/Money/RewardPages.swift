package import Postgres
package import Referrals
package import Values

/// A page of a user's rewards, the newest subject's first, as the key has them.
package struct ListRewardsOfUser: Statement {
    package static let sql = """
        SELECT \(RewardRow.columns) FROM rewards AS r
        WHERE r.uid = $1
            AND (r.subject, r.rule, r.currency) < (coalesce($2, \(PageEnds.uuid)), coalesce($3, ''), coalesce($4, ''))
        ORDER BY r.subject DESC, r.rule DESC, r.currency DESC LIMIT $5
        """
    let uid: UserID
    let before: RewardPosition?
    let limit: Int

    package init(of uid: UserID, before: RewardPosition?, limit: Int) {
        self.uid = uid
        self.before = before
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
        parameters.add(before?.subject.uuid)
        parameters.add(before?.rule.description)
        parameters.add(before?.currency?.description)
        parameters.add(Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Reward {
        try row.readReward()
    }
}

/// A page of those of a user's rewards that were not paid, in the same order, by an index that has no others.
package struct ListUnpaidRewardsOfUser: Statement {
    package static let sql = """
        SELECT \(RewardRow.columns) FROM rewards AS r
        WHERE r.uid = $1 AND r.status = $2 AND r.status <> 'paid'
            AND (r.subject, r.rule, r.currency) < (coalesce($3, \(PageEnds.uuid)), coalesce($4, ''), coalesce($5, ''))
        ORDER BY r.subject DESC, r.rule DESC, r.currency DESC LIMIT $6
        """
    let page: ListRewardsOfUser
    let status: Reward.Status

    package init(of uid: UserID, status: Reward.Status, before: RewardPosition?, limit: Int) {
        page = ListRewardsOfUser(of: uid, before: before, limit: limit)
        self.status = status
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(page.uid)
        parameters.add(status.rawValue)
        parameters.add(page.before?.subject.uuid)
        parameters.add(page.before?.rule.description)
        parameters.add(page.before?.currency?.description)
        parameters.add(Int64(page.limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Reward {
        try row.readReward()
    }
}
