internal import Forms
internal import FoundationEssentials
internal import JSON
internal import Postgres
internal import Referrals
internal import Values

/// A proposed change as columns, most of which are null.
struct PendingChangeColumns {
    static let names = """
        id, kind, rule, version, terms::text, rule_state, former_state, uid, currency, amount, reason, made_at, made_by,
        operator, trial, state, decided_at, decided_by
        """

    var rule: String?
    var version: Int64?
    var terms: String?
    var ruleState: String?
    var formerState: String?
    var posting: Posting?

    init(_ change: ProposedChange) {
        switch change {
        case .addRule(let name, let terms, let isActive):
            rule = name.description
            self.terms = RuleTermsForm.reply.text(of: terms)
            ruleState = (isActive ? RuleState.active : .draft).rawValue
        case .changeRule(let name, let terms, let state, let version):
            rule = name.description
            self.version = version
            self.terms = RuleTermsForm.reply.text(of: terms)
            ruleState = state?.rawValue
        case .setRuleState(let name, let state, let former, let version):
            formerState = former.rawValue
            rule = name.description
            self.version = version
            ruleState = state.rawValue
        case .backfill(let name, let version):
            rule = name.description
            self.version = version
        case .changeProgramme(let terms, let version):
            self.version = version
            self.terms = TrustForm.reply.text(of: terms)
        case .adjust(let posting): self.posting = posting
        }
    }
}

extension RowReader {
    mutating func readPendingChange() throws(PostgresError) -> PendingChange {
        let id: UUID = try read()
        let kind = try readValue(ProposedChange.Kind.init(rawValue:))
        let change = try readProposedChange(kind, id)
        return PendingChange(
            id: id, change, madeAt: try readTimestamp(), madeBy: try read(), operatorID: try read(),
            trial: try read(),
            state: try readValue(PendingChange.State.init(rawValue:)),
            decidedAt: try readOptionalTimestamp(), decidedBy: try read())
    }

    private mutating func readProposedChange(
        _ kind: ProposedChange.Kind, _ id: UUID
    ) throws(PostgresError) -> ProposedChange {
        let name = try readOptional { RuleName(kept: $0) }
        let version: Int64? = try read()
        let terms: String? = try read()
        let state = try readOptional(RuleState.init(rawValue:))
        let former = try readOptional(RuleState.init(rawValue:))
        let uid = try readOptionalUserID()
        let currency = try readOptional { Currency($0) }
        let (amount, reason): (Int64?, String?) = (try read(), try read())
        let change: ProposedChange? =
            switch kind {
            case .addRule:
                rule(name, terms).map { .addRule($0, $1, isActive: state == .active) }
            case .changeRule:
                rule(name, terms).map { .changeRule($0, $1, state: state, version: version ?? 0) }
            case .setRuleState:
                if let name, let state, let former {
                    .setRuleState(name, state, from: former, version: version ?? 0)
                } else {
                    nil
                }
            case .backfill: name.map { .backfill($0, version: version ?? 0) }
            case .changeProgramme:
                terms.flatMap(TrustForm.request.value).map { .changeProgramme($0, version: version ?? 0) }
            case .adjust:
                uid.flatMap { uid in
                    currency.map { currency in
                        .adjust(
                            Posting(
                                id: id, account: Account(uid: uid, currency: currency),
                                kind: .adjustment,
                                amount: amount ?? 0, reason: reason ?? ""))
                    }
                }
            }
        guard let change else { throw .decoding("a pending change of kind \(kind.rawValue) lacks columns") }
        return change
    }

    private func rule(_ name: RuleName?, _ terms: String?) -> (RuleName, RuleTerms)? {
        guard let name, let terms = terms.flatMap(RuleTermsForm.request.value) else { return nil }
        return (name, terms)
    }
}
