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
    // unnest takes no arrays of different lengths, so that lists go as one text, by lines.
    package static let sql = """
        INSERT INTO rule_versions (name, version, description, conditions, grants, players, starts_at, ends_at,
            per_beneficiary, per_beneficiary_per_day, budget, hold_hours, counted_from, changed_at, changed_by)
        SELECT name, version, description, string_to_array(conditions, E'\\n'), string_to_array(grants, E'\\n'),
            players, starts_at, ends_at, per_beneficiary, per_day, budget, hold_hours, counted_from, changed_at,
            changed_by
        FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[],
            $7::timestamptz[], $8::timestamptz[], $9::bigint[], $10::bigint[], $11::bigint[], $12::bigint[],
            $13::bigint[], $14::timestamptz[], $15::text[])
            AS new (name, version, description, conditions, grants, players, starts_at, ends_at,
                per_beneficiary, per_day, budget, hold_hours, counted_from, changed_at, changed_by)
        """
    package let parameters: Parameters

    package init(_ rules: [StoredRule]) {
        let terms = rules.map(\.rule.terms)
        parameters = Parameters(
            rules.map(\.rule.name.description), rules.map(\.rule.version), terms.map(\.description),
            terms.map { $0.when.map(\.text).joined(separator: "\n") },
            terms.map { $0.pay.map(\.text).joined(separator: "\n") }, terms.map(\.players.rawValue),
            terms.map(\.from), terms.map(\.until), terms.map(\.limits.perBeneficiary),
            terms.map(\.limits.perBeneficiaryPerDay), terms.map(\.limits.budget), terms.map(\.holdHours),
            rules.map(\.rule.countedFrom), rules.map(\.changedAt), rules.map(\.changedBy))
    }
}
