internal import Postgres
internal import Referrals
internal import Values

/// The columns a rule is read from.
enum RuleRow {
    static let columns = "\(terms), r.activated_at, v.counted_from"
    /// Where no rule may be of the name.
    static let drafted = "\(terms), NULL::timestamptz, NULL::bigint"
    private static let terms = """
        v.name, v.version, v.description, v.conditions, v.grants, v.players, v.starts_at, v.ends_at, \
        v.per_beneficiary, v.per_beneficiary_per_day, v.budget, v.hold_hours
        """
    static let stored = columns + ", r.state, r.position, v.changed_at, v.changed_by"
}

extension RowReader {
    mutating func readRule() throws(PostgresError) -> Rule {
        let name = try readValue { RuleName(kept: $0) }
        let version: Int64 = try read()
        let terms = RuleTerms(
            description: try read(), when: try readAll(RuleCondition.init),
            pay: try readAll { RuleGrant($0) },
            players: try readValue(RuleTerms.Players.init(rawValue:)), from: try readOptionalTimestamp(),
            until: try readOptionalTimestamp(),
            limits: RuleTerms.Limits(
                perBeneficiary: try read(), perBeneficiaryPerDay: try read(), budget: try read()),
            holdHours: try read())
        return Rule(
            name: name, version: version, terms: terms, activatedAt: try readOptionalTimestamp(),
            countedFrom: try read())
    }

    mutating func readStoredRule() throws(PostgresError) -> StoredRule {
        StoredRule(
            rule: try readRule(), state: try readValue(RuleState.init(rawValue:)), position: try read(),
            changedAt: try readTimestamp(), changedBy: try read())
    }

    private mutating func readAll<Value>(_ parse: (String) -> Value?) throws(PostgresError) -> [Value] {
        let texts: [String] = try read()
        var values: [Value] = []
        for text in texts {
            guard let value = parse(text) else { throw .decoding("\(Value.self) \(text)") }
            values.append(value)
        }
        return values
    }
}
