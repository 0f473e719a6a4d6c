package import Postgres
package import Referrals

/// All rules in their order, each as it is now; they are few.
package struct ListRules: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT \(RuleRow.stored) FROM rules AS r JOIN rule_versions AS v ON v.name = r.name AND v.version = r.version
        ORDER BY r.position
        """

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> StoredRule {
        try row.readStoredRule()
    }
}

/// A page of a rule's versions, newest first.
package struct ListRuleVersions: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT \(RuleRow.stored) FROM rules AS r JOIN rule_versions AS v ON v.name = r.name
        WHERE r.name = $1 AND v.version < $2 ORDER BY v.version DESC LIMIT $3
        """
    package let parameters: Parameters

    package init(of name: RuleName, before: Int64?, limit: Int) {
        parameters = Parameters(name.description, before ?? .max, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> StoredRule {
        try row.readStoredRule()
    }
}

/// Locks rules against other changes until the transaction ends.
package struct LockRules: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT pg_advisory_xact_lock(hashtextextended('shipmate rules', 0))::text"

    package init() {}
}
