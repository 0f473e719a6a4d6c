package import Values

/// A rule as data: one version.
package struct Rule: Equatable, Sendable {
    package let name: RuleName
    /// From 1 on; each change is one more.
    package let version: Int64
    package let terms: RuleTerms
    /// When it was first activated; nil if never.
    package let activatedAt: Timestamp?
    /// The version since which all that is given is counted; nil where nothing need be.
    package let countedFrom: Int64?

    package init(
        name: RuleName, version: Int64, terms: RuleTerms, activatedAt: Timestamp? = nil,
        countedFrom: Int64? = nil
    ) {
        self.name = name
        self.version = version
        self.terms = terms
        self.activatedAt = activatedAt
        self.countedFrom = countedFrom
    }

    /// The two of a new installation, as its migration writes them.
    package static let standard = [
        Rule(
            name: "signup", version: 1,
            terms: RuleTerms(
                description: "Signed up after a referral", when: [.signedUp, .referred],
                pay: [RuleGrant(to: .referee, .piecesOfEight, .fixed(50))])),
        Rule(
            name: "level-5", version: 1,
            terms: RuleTerms(
                description: "A friend reached level 5", when: [.highestLevel(atLeast: 5)],
                pay: [RuleGrant(to: .referrer, .piecesOfEight, .fixed(50))])),
    ]
}

/// Whether a rule is active.
package enum RuleState: String, Sendable, CaseIterable {
    /// It never was.
    case draft
    case active
    case paused
    /// It never will be again.
    case archived
}
