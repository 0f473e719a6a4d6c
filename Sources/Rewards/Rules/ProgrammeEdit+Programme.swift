internal import Referrals

extension ProgrammeEdit {
    /// Applies a file of the whole programme to the rules, and returns the difference. Active rules
    /// that aren't in the file are paused.
    ///
    /// - Parameter current: the rule that a refusal is about.
    mutating func apply(
        _ programme: ProgrammeDraft, at current: inout RuleName?
    ) throws(RuleError) -> ProgrammeDifference {
        let renames = renames(in: programme)
        let ended = programme.rules.filter { $0.state == .archived }
        let drafts = ended + programme.rules.filter { $0.state != .archived }
        if let trust = programme.trust { _ = try set(trust, ifVersion: nil) }
        // First what goes, so that there is room for what comes.
        for stored in rules where stored.state == .active && !drafts.contains(where: { $0.isInForce(stored) })
        {
            _ = try set(stored.rule.name, to: .paused)
        }
        for draft in drafts {
            current = draft.name
            try apply(draft)
        }
        return ProgrammeDifference(changes: audited.map(Self.line), renames: renames)
    }

    private static func line(_ act: Act) -> String {
        act.action == trustAction ? "trust, \(act.detail)" : "\(act.action.dropFirst(5)) \(act.detail)"
    }

    /// Makes a change of rules that was proposed; others aren't.
    mutating func make(_ change: ProposedChange) throws(RuleError) {
        switch change {
        case .addRule(let name, let terms, let isActive): _ = try add(name, terms, isActive: isActive)
        case .changeRule(let name, let terms, let state, let version):
            _ = try self.change(name, to: terms, ifVersion: [version])
            if let state { _ = try set(name, to: state) }
        case .setRuleState(let name, let state, let former, let version):
            if rule(name)?.state != former { throw .changedMeanwhile(version: version) }
            _ = try set(name, to: state, ifVersion: version)
        case .changeProgramme(let terms, let version): _ = try set(terms, ifVersion: [version])
        case .backfill, .adjust: break
        }
    }

    private mutating func apply(_ draft: RuleDraft) throws(RuleError) {
        guard let there = rule(draft.name) else {
            _ = try add(draft.name, draft.terms, isActive: draft.state == .active)
            if draft.state == .archived { _ = try set(draft.name, to: .archived) }
            return
        }
        if there.state != .archived || draft.state != .archived {
            _ = try change(draft.name, to: draft.terms, ifVersion: nil)
        }
        // A draft stays one until it is activated, and never becomes one again. A rule that is paused
        // elsewhere is a draft here if it was never active.
        if draft.state != .draft, (there.state, draft.state) != (.draft, .paused) {
            _ = try set(draft.name, to: draft.state)
        }
    }
}

extension RuleDraft {
    fileprivate func isInForce(_ stored: StoredRule) -> Bool {
        name == stored.rule.name && state == .active
    }
}
