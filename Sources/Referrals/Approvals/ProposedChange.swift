/// Something that may need a second operator.
package enum ProposedChange: Equatable, Sendable {
    case addRule(RuleName, RuleTerms, isActive: Bool)
    /// - Parameter state: nil where it stays.
    case changeRule(RuleName, RuleTerms, state: RuleState?, version: Int64)
    /// - Parameter former: the state that it was proposed in.
    case setRuleState(RuleName, RuleState, from: RuleState, version: Int64)
    case backfill(RuleName, version: Int64)
    case changeProgramme(TrustTerms, version: Int64)
    case adjust(Posting)

    package var scope: ApprovalScope {
        if case .adjust = self { .adjustments } else { .rules }
    }

    /// As it is stored, and as the API names it.
    package var kind: Kind {
        switch self {
        case .addRule: .addRule
        case .changeRule: .changeRule
        case .setRuleState: .setRuleState
        case .backfill: .backfill
        case .changeProgramme: .changeProgramme
        case .adjust: .adjust
        }
    }

    package enum Kind: String, CaseIterable, Sendable {
        case addRule = "rule.add"
        case changeRule = "rule.change"
        case setRuleState = "rule.state"
        case backfill = "rule.backfill"
        case changeProgramme = "programme.change"
        case adjust = "adjustment"
    }
}

/// The kinds of changes that an installation may require a second operator for.
package enum ApprovalScope: String, CaseIterable, Sendable {
    /// Rules, backfills, and the programme's settings.
    case rules
    case adjustments
}
