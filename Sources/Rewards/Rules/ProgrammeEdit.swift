internal import Ledger
package import Referrals
internal import Store
internal import Values

/// All rules, and what becomes of them: who asks gets what is to be written, or why it can't be.
struct ProgrammeEdit {
    private(set) var rules: [StoredRule]
    /// Of rules in Swift.
    let codeNames: Set<RuleName>
    let now: Timestamp
    let actor: String
    private(set) var changed: Set<RuleName> = []
    private(set) var newVersions: [StoredRule] = []
    /// Rules with a budget that they, or one of their currencies, did not have before.
    private(set) var budgeted: [StoredRule] = []
    private(set) var audited: [Act] = []
    private(set) var trust: StoredTrust
    private let trustBefore: StoredTrust
    /// In which a rule may pay.
    private let currencies: Set<Currency>

    /// A change, for the audit: of what, into what.
    struct Act {
        let action: String
        let detail: String
        /// As JSON.
        let before: String?
        let after: String
    }

    init(
        _ rules: [StoredRule], trust: StoredTrust, code: [any RewardRule], currencies: Set<Currency>,
        at now: Timestamp, by actor: String
    ) {
        self.rules = rules
        (self.trust, trustBefore) = (trust, trust)
        codeNames = Set(code.map(\.name))
        self.currencies = currencies
        self.now = now
        self.actor = actor
    }

    /// The active rules, in order.
    var inForce: [Rule] {
        rules.filter { $0.state == .active }.sorted { $0.position < $1.position }.map(\.rule)
    }

    var written: [StoredRule] { rules.filter { changed.contains($0.rule.name) } }

    static let trustAction = "programme.change"

    /// Nil where nothing of it was changed.
    var changedTrust: StoredTrust? { trust == trustBefore ? nil : trust }

    /// - Parameter versions: the versions that the caller has seen; nil for any.
    mutating func set(_ terms: TrustTerms, ifVersion versions: [Int64]?) throws(RuleError) -> StoredTrust {
        if let versions, !versions.contains(trust.version) {
            throw .changedMeanwhile(version: trust.version)
        }
        guard terms != trust.terms else { return trust }
        let before = trust.terms
        trust = StoredTrust(version: trust.version + 1, terms: terms)
        audited.append(
            Act(
                action: Self.trustAction,
                detail: "version \(trust.version): \(terms.changes(from: before))",
                before: AuditText.trust(before), after: AuditText.trust(terms)))
        return trust
    }

    func rule(_ name: RuleName) -> StoredRule? {
        rules.first { $0.rule.name == name }
    }

    /// Whether rules that have given something are counted from now on.
    var beginsCounting: Bool {
        (newVersions + budgeted).contains { stored in
            stored.hasGiven && (stored.rule.countedFrom == stored.rule.version || budgeted.contains(stored))
        }
    }

    mutating func add(
        _ name: RuleName, _ terms: RuleTerms, isActive: Bool
    ) throws(RuleError) -> StoredRule {
        guard rule(name) == nil, !codeNames.contains(name) else { throw .nameInUse }
        let kept = rules.count { $0.state != .archived }
        guard kept < RuleLimit.all.count else { throw .tooMany(.all) }
        try terms.check(in: currencies)
        let position = (rules.map(\.position).max() ?? 0) + 1
        let made = StoredRule(
            rule: Rule(
                name: name, version: 1, terms: terms, activatedAt: isActive ? now : nil,
                countedFrom: terms.isCounted ? 1 : nil),
            state: isActive ? .active : .draft, position: position, changedAt: now, changedBy: actor)
        if isActive { try checkActive() }
        rules.append(made)
        newVersions.append(made)
        note(nil, made, "rule.create", "\(made.state.rawValue): \(terms.text)")
        budget(made, before: nil)
        return made
    }

    /// - Parameter version: the version that the caller has seen; nil for any.
    mutating func change(
        _ name: RuleName, to terms: RuleTerms, ifVersion versions: [Int64]?
    ) throws(RuleError) -> StoredRule {
        let (index, before) = try find(name)
        if let versions, !versions.contains(before.rule.version) {
            throw .changedMeanwhile(version: before.rule.version)
        }
        guard before.state != .archived else { throw .stateNotPossible(.archived) }
        guard terms != before.rule.terms else { return before }
        try terms.check(in: currencies)
        var after = before
        let version = before.rule.version + 1
        after.rule = Rule(
            name: name, version: version, terms: terms, activatedAt: before.rule.activatedAt,
            countedFrom: before.rule.countedFrom(in: terms, version: version))
        (after.changedAt, after.changedBy) = (now, actor)
        rules[index] = after
        newVersions.append(after)
        note(before, after, "rule.change", "\(before.rule.terms.text) → \(terms.text)")
        budget(after, before: before)
        return after
    }

    mutating func set(
        _ name: RuleName, to state: RuleState, ifVersion version: Int64? = nil
    ) throws(RuleError) -> StoredRule {
        let (index, before) = try find(name)
        if let version, version != before.rule.version {
            throw .changedMeanwhile(version: before.rule.version)
        }
        guard before.state != state else { return before }
        guard before.state.canBecome(state) else { throw .stateNotPossible(before.state) }
        if state == .active {
            try checkActive()
            try before.rule.terms.checkCurrencies(in: currencies)
        }
        let rule = before.rule
        rules[index].state = state
        if state == .active, rule.activatedAt == nil {
            rules[index].rule = Rule(
                name: name, version: rule.version, terms: rule.terms, activatedAt: now,
                countedFrom: rule.countedFrom)
        }
        let words = "\(before.state.rawValue) → \(state.rawValue)"
        note(before, rules[index], "rule.\(state.action)", words)
        return rules[index]
    }

    private func find(_ name: RuleName) throws(RuleError) -> (index: Int, rule: StoredRule) {
        if codeNames.contains(name) { throw .inCode }
        guard let index = rules.firstIndex(where: { $0.rule.name == name }) else { throw .ruleNotFound }
        return (index, rules[index])
    }

    private func checkActive() throws(RuleError) {
        guard rules.count(where: { $0.state == .active }) < RuleLimit.active.count else {
            throw .tooMany(.active)
        }
    }

    private mutating func note(
        _ before: StoredRule?, _ after: StoredRule, _ action: String, _ words: String
    ) {
        changed.insert(after.rule.name)
        let detail = "\(after.rule.name), version \(after.rule.version): \(words)"
        audited.append(
            Act(
                action: action, detail: detail, before: before.map(AuditText.rule),
                after: AuditText.rule(after)))
    }

    private mutating func budget(_ after: StoredRule, before: StoredRule?) {
        guard after.rule.terms.limits.budget != nil else { return }
        let had = before?.rule.terms.limits.budget == nil ? [] : before?.rule.terms.currencies ?? []
        if !after.rule.terms.currencies.isSubset(of: had) { budgeted.append(after) }
    }
}

extension StoredRule {
    /// Whether there was a version before that may have given something.
    var hasGiven: Bool { rule.version > 1 && rule.activatedAt != nil }
}

extension Rule {
    /// A rule that was not counted for a while is counted again.
    fileprivate func countedFrom(in new: RuleTerms, version: Int64) -> Int64? {
        guard new.isCounted else { return nil }
        let needsDays = new.limits.perBeneficiaryPerDay != nil && terms.limits.perBeneficiaryPerDay == nil
        guard let countedFrom, terms.isCounted, !needsDays else { return version }
        return countedFrom
    }
}

extension RuleTerms {
    var currencies: Set<Currency> { Set(pay.map(\.currency)) }

    /// - Parameter declared: the currencies that are declared and active.
    func check(in declared: Set<Currency>) throws(RuleError) {
        let mistakes = mistakes
        if !mistakes.isEmpty { throw .refused(mistakes) }
        try checkCurrencies(in: declared)
    }

    func checkCurrencies(in declared: Set<Currency>) throws(RuleError) {
        let unknown = currencies.subtracting(declared).min()
        guard let unknown else { return }
        throw .unknownCurrency(unknown, nearest: CurrencyBook.nearest(to: unknown, among: declared))
    }

    /// For the audit: what differs from the usual, on one line.
    var text: String {
        var parts = [when.map(\.text).joined(separator: " and ")]
        parts.append("pays " + pay.map(\.text).joined(separator: ", "))
        if players != .all { parts.append("\(players.rawValue) players") }
        if let from { parts.append("from \(AuditText.time(from))") }
        if let until { parts.append("until \(AuditText.time(until))") }
        if let most = limits.perBeneficiary { parts.append("per_beneficiary \(most)") }
        if let most = limits.perBeneficiaryPerDay { parts.append("per_beneficiary_per_day \(most)") }
        if let budget = limits.budget { parts.append("budget \(budget)") }
        if holdHours > 0 { parts.append("hold \(holdHours) hours") }
        if !description.isEmpty { parts.append("“\(description)”") }
        return parts.joined(separator: "; ")
    }
}

extension RuleState {
    /// Whether a rule can move from this state to that one.
    package func canBecome(_ next: RuleState) -> Bool {
        switch (self, next) {
        case (.draft, .active), (.active, .paused), (.paused, .active): true
        case (.draft, .archived), (.active, .archived), (.paused, .archived): true
        default: false
        }
    }

    /// The statements for it.
    fileprivate var action: String {
        switch self {
        case .draft: "draft"
        case .active: "resume"
        case .paused: "pause"
        case .archived: "archive"
        }
    }
}
