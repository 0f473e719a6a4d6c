/// The whole programme as a file has it.
package struct ProgrammeDraft: Equatable, Sendable {
    package let rules: [RuleDraft]
    /// Nil where the file doesn't say whose word counts, and that stays.
    package let trust: TrustTerms?

    package init(rules: [RuleDraft], trust: TrustTerms?) {
        self.rules = rules
        self.trust = trust
    }
}

/// A rule as a file of the whole programme has it.
package struct RuleDraft: Equatable, Sendable {
    package let name: RuleName
    package let terms: RuleTerms
    package let state: RuleState

    package init(name: RuleName, terms: RuleTerms, state: RuleState) {
        self.name = name
        self.terms = terms
        self.state = state
    }
}
