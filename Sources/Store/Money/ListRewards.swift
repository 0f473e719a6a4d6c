package import FoundationEssentials
package import Postgres
package import Referrals
internal import Values

/// A page of all rewards, newest first: ids of version 7 sort by time.
package struct ListRewards: Statement {
    package static let route = Route.administration
    package static let sql = RewardsPage.sql(from: 1)
    package let parameters: Parameters
    package init(_ page: RewardsPage) { parameters = Parameters(page) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Reward {
        try row.readReward()
    }
}

/// The same of one rule.
package struct ListRewardsOfRule: Statement {
    package static let route = Route.administration
    package static let sql = RewardsPage.sql(of: "r.rule")
    package let parameters: Parameters
    package init(_ rule: RuleName, _ page: RewardsPage) { parameters = Parameters(rule.description, page) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Reward {
        try row.readReward()
    }
}

/// The same of one status, which isn't `paid`.
package struct ListUnpaidRewards: Statement {
    package static let route = Route.administration
    package static let sql = RewardsPage.sql(of: "r.status", and: "r.status <> 'paid'")
    package let parameters: Parameters

    package init(_ status: Reward.Status, _ page: RewardsPage) {
        parameters = Parameters(status.rawValue, page)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Reward {
        try row.readReward()
    }
}

/// Where a page of rewards begins, and what it is of.
package struct RewardsPage: Equatable, Bindable, Sendable {
    let before: UUID?
    let span: PageSpan
    let limit: Int

    package init(before: UUID?, in span: PageSpan = .always, limit: Int) {
        self.before = before
        self.span = span
        self.limit = limit
    }

    static func sql(from first: Int) -> String {
        """
        SELECT \(RewardRow.columns) FROM rewards AS r
        WHERE r.id < coalesce($\(first), \(PageEnds.uuid))
            AND \(PageSpan.sql("r.id", "r.granted_at", from: first + 2))
        ORDER BY r.id DESC LIMIT $\(first + 1)
        """
    }

    /// Those whose `column` is the first parameter. Said as a stretch of the index of both: to one who takes
    /// most rows to be such, the index of ids alone would do as well.
    static func sql(of column: String, and condition: String = "true") -> String {
        """
        SELECT \(RewardRow.columns) FROM rewards AS r
        WHERE (\(column), r.id) < ($1,
                CASE WHEN $2::uuid < $5::uuid THEN $2 ELSE coalesce($5, $2, \(PageEnds.uuid)) END)
            AND (\(column), r.id) >= ($1, coalesce($4, \(PageEnds.firstUUID)))
            AND \(PageSpan.within("r.granted_at", from: 6)) AND \(condition)
        ORDER BY \(column) DESC, r.id DESC LIMIT $3
        """
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(before)
        parameters.add(Int64(limit))
        parameters.add(span)
    }
}
