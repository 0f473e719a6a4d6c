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
