package import Postgres
package import Referrals
package import Values

/// A page of a user's rewards, the newest subject's first, as the key has them.
package struct ListRewardsOfUser: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT \(RewardRow.columns) FROM rewards AS r
        WHERE r.uid = $1
            AND (r.subject, r.rule, r.currency) < (coalesce($2, \(PageEnds.uuid)), coalesce($3, ''), coalesce($4, ''))
        ORDER BY r.subject DESC, r.rule DESC, r.currency DESC LIMIT $5
        """
    package let parameters: Parameters

    package init(of uid: UserID, before: RewardPosition?, limit: Int) {
        parameters = Parameters(
            uid, before?.subject.uuid, before?.rule.description, before?.currency?.description, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Reward {
        try row.readReward()
    }
}

/// A page of those of a user's rewards that were not paid, in the same order, by an index that has no others.
package struct ListUnpaidRewardsOfUser: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT \(RewardRow.columns) FROM rewards AS r
        WHERE r.uid = $1 AND r.status = $2 AND r.status <> 'paid'
            AND (r.subject, r.rule, r.currency) < (coalesce($3, \(PageEnds.uuid)), coalesce($4, ''), coalesce($5, ''))
        ORDER BY r.subject DESC, r.rule DESC, r.currency DESC LIMIT $6
        """
    package let parameters: Parameters

    package init(of uid: UserID, status: Reward.Status, before: RewardPosition?, limit: Int) {
        parameters = Parameters(
            uid, status.rawValue, before?.subject.uuid, before?.rule.description,
            before?.currency?.description,
            Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Reward {
        try row.readReward()
    }
}
