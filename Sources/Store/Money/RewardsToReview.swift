package import FoundationEssentials
package import Postgres
package import Referrals

/// The ids of a page of the rewards that wait for an administrator, oldest first: those of version 7 sort by
/// time. They are held, or a merge could not take all of them back. Two indexes have all that it looks at.
package struct ListReviews: Statement {
    package static let route = Route.administration
    package static let sql = """
        SELECT w.id FROM (
            (\(page("r.status = 'held' AND r.release_at IS NULL"))) UNION ALL (\(page("""
                r.status = 'reversed' AND r.unrecovered > 0 AND r.codes <> ''
                    AND 'merge_limit' = ANY (string_to_array(r.codes, ','))
                """)))
        ) AS w ORDER BY w.id LIMIT $4
        """

    private static func page(_ condition: String) -> String {
        """
        SELECT r.id FROM rewards AS r
            WHERE \(condition) AND r.id > coalesce($1, '00000000-0000-0000-0000-000000000000'::uuid)
                AND ($2::text IS NULL OR r.rule = $2)
                AND ($3::text IS NULL OR $3 = ANY (string_to_array(r.codes, ',')))
            ORDER BY r.id LIMIT $4
        """
    }

    package let parameters: Parameters

    package init(after: UUID?, rule: RuleName?, code: String?, limit: Int) {
        parameters = Parameters(after, rule?.description, code, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UUID {
        try row.read()
    }
}

/// How many wait for an administrator, by rule and by what speaks against them, of the first so many.
package struct CountReviews: Statement {
    package struct Row: Hashable, Sendable {
        package let rule: RuleName
        package let codes: TrustCodes
        package let count: Int64
    }

    package static let route = Route.administration
    package static let sql = """
        SELECT w.rule, w.codes, count(*) FROM (
            SELECT rule, codes FROM rewards WHERE status = 'held' AND release_at IS NULL LIMIT $1) AS w
        GROUP BY w.rule, w.codes
        """
    package let parameters: Parameters
    package init(max: Int) { parameters = Parameters(Int64(max)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        Row(rule: try row.readValue { RuleName(kept: $0) }, codes: try row.readCodes(), count: try row.read())
    }
}

/// Rewards by their ids alone; ids of none are left out.
package struct FindRewardsByID: Statement {
    package static let route = Route.administration
    package static let sql = "SELECT \(RewardRow.columns) FROM rewards AS r WHERE r.id = ANY ($1::uuid[])"
    package let parameters: Parameters
    package init(_ ids: [UUID]) { parameters = Parameters(ids) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Reward {
        try row.readReward()
    }
}
