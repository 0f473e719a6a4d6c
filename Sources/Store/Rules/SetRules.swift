internal import Forms
internal import JSON
package import Postgres
package import Referrals
internal import Values

/// Writes what rules are at; a new one is added.
package struct SetRules: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO rules AS r (name, version, state, position, activated_at)
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::timestamptz[])
        ON CONFLICT ON CONSTRAINT rules_pkey
        DO UPDATE SET version = excluded.version, state = excluded.state, activated_at = excluded.activated_at
        """
    package let parameters: Parameters

    package init(_ rules: [StoredRule]) {
        parameters = Parameters(
            rules.map(\.rule.name.description), rules.map(\.rule.version), rules.map(\.state.rawValue),
            rules.map(\.position), rules.map(\.rule.activatedAt))
    }
}

/// Keeps new versions of rules.
package struct InsertRuleVersions: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO rule_versions (name, version, terms, counted_from, changed_at, changed_by)
        SELECT name, version, terms::jsonb, counted_from, changed_at, changed_by
        FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::timestamptz[], $6::text[])
            AS new (name, version, terms, counted_from, changed_at, changed_by)
        """
    package let parameters: Parameters

    package init(_ rules: [StoredRule]) {
        parameters = Parameters(
            rules.map(\.rule.name.description), rules.map(\.rule.version),
            rules.map { RuleTermsForm.reply.text(of: $0.rule.terms) }, rules.map(\.rule.countedFrom),
            rules.map(\.changedAt), rules.map(\.changedBy))
    }
}
