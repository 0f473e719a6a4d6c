internal import Batching
internal import HTTP
internal import Referrals
internal import Rewards
internal import Service
internal import Values

/// The effect of a proposed change, beside what there is now.
struct ChangeEffect {
    let facts: [(name: String, cell: Cell)]
    /// The terms before and after.
    var differences: Table?

    static func read(_ change: ProposedChange, _ visit: Visit) async throws(Problem) -> ChangeEffect {
        let words = visit.words
        switch change {
        case .addRule(let name, let terms, let isActive):
            let state: RuleState = isActive ? .active : .draft
            return ChangeEffect(
                facts: [
                    (words[.rule], .text(name.description)),
                    (words[.state], .badge(words[.rule(state)], state.tone)),
                    (words[.terms], .text(RuleSentence(terms, words).text)),
                ] + words.facts(of: terms))
        case .changeRule(let name, let terms, let state, let version):
            let stored = try await rule(name, visit)
            return ChangeEffect(
                facts: [(words[.rule], .rule(name)), (words[.version], .number(version))]
                    + (state.map { [(words[.state], .badge(words[.rule($0)], $0.tone))] } ?? []),
                differences: differences(stored?.rule.terms, terms, words))
        case .setRuleState(let name, let state, let before, _):
            return ChangeEffect(facts: [
                (words[.rule], .rule(name)),
                (words[.before], .badge(words[.rule(before)], before.tone)),
                (words[.after], .badge(words[.rule(state)], state.tone)),
            ])
        case .backfill(let name, let version):
            return ChangeEffect(facts: [(words[.rule], .rule(name)), (words[.version], .number(version))])
        case .changeProgramme(let terms, _):
            let before = try await reading { () throws(RuleError) in
                try await visit.services.trust.programme()
            }
            return ChangeEffect(facts: words.changes(from: before.terms, to: terms))
        case .adjust(let posting): return ChangeEffect(facts: try await facts(posting, visit))
        }
    }

    private static func facts(
        _ posting: Posting, _ visit: Visit
    ) async throws(Problem) -> [(name: String, cell: Cell)] {
        let (words, account) = (visit.words, posting.account)
        let balances = try await reading { () throws(InfrastructureError) in
            try await visit.services.money.balances(of: account.uid)
        }
        let now = balances.first { $0.account == account }?.amount ?? 0
        return [
            (words[.player], .player(account.uid)), (words[.currency], .text(account.currency.description)),
            (words[.amount], .number(posting.amount)), (words[.before], .number(now)),
            (words[.after], .number(now.addingReportingOverflow(posting.amount).partialValue)),
            (words[.reason], .foreign(posting.reason)),
        ]
    }

    private static func rule(_ name: RuleName, _ visit: Visit) async throws(Problem) -> StoredRule? {
        try await reading { () throws(InfrastructureError) in
            try await visit.services.rules.all()
        }.first { $0.rule.name == name }
    }

    private static func differences(_ before: RuleTerms?, _ after: RuleTerms, _ words: Words) -> Table {
        var table = Table("terms", [words[.name], words[.before], words[.after]], empty: "")
        let sentences = [before, after].map { terms in
            terms.map { Cell.text(RuleSentence($0, words).text) } ?? .none
        }
        table.rows = [[.text(words[.terms])] + sentences]
        let (old, new) = (before.map(words.facts) ?? [], words.facts(of: after))
        for (index, fact) in new.enumerated() {
            let former = old.indices.contains(index) ? old[index].cell : .none
            guard former.fileText(in: words.zone) != fact.cell.fileText(in: words.zone) else { continue }
            table.rows.append([.text(fact.name), former, fact.cell])
        }
        return table
    }
}
