internal import Forms
internal import JSON
internal import Postgres
internal import Referrals
internal import Values

/// The columns a rule is read from.
enum RuleRow {
    static let columns = "\(terms), r.activated_at, v.counted_from"
    /// Where no rule may be of the name.
    static let drafted = "\(terms), NULL::timestamptz, NULL::bigint"
    private static let terms = "v.name, v.version, v.terms::text"
    static let stored = columns + ", r.state, r.position, v.changed_at, v.changed_by"
}

extension RowReader {
    mutating func readRule() throws(PostgresError) -> Rule {
        let name = try readValue { RuleName(kept: $0) }
        let version: Int64 = try read()
        let terms = try readValue(RuleTermsForm.request.value)
        return Rule(
            name: name, version: version, terms: terms, activatedAt: try readOptionalTimestamp(),
            countedFrom: try read())
    }

    mutating func readStoredRule() throws(PostgresError) -> StoredRule {
        StoredRule(
            rule: try readRule(), state: try readValue(RuleState.init(rawValue:)), position: try read(),
            changedAt: try readTimestamp(), changedBy: try read())
    }
}
