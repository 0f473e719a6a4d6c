internal import Batching
internal import HTTP
internal import Pages
internal import Referrals
internal import Rewards
internal import Service
internal import Values

/// All rules, in the order in which they decide.
struct RulesView: ConsoleView {
    let path = "/admin/rules"
    let right = Right.seeRules
    let section: Section? = .rules

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let words = visit.words
        let rules = try await reading { () throws(InfrastructureError) in
            try await visit.services.rules.all()
        }
        let titles: [Word] = [.rule, .state, .terms, .version, .changed, .changedBy]
        var table = Table("rules", titles.map { words[$0] }, empty: words[.noRules])
        table.filePath = visit.address(["format": "csv"])
        table.rows = rules.map { stored in
            [
                .rule(stored.rule.name), .badge(words[.rule(stored.state)], stored.state.tone),
                .text(RuleSentence(stored.rule.terms, words).text), .number(stored.rule.version),
                .time(stored.changedAt), .foreign(stored.changedBy),
            ]
        }
        for rule in visit.services.rules.code {
            let offer = RuleBook.offer(of: rule)
            table.rows.append([
                .text(rule.name.description), .badge(words[.ruleInCode], .quiet),
                .text(offer?.reason ?? ""), .none, .none, .none,
            ])
        }
        let (filled, now) = (table, visit.now)
        let calendar = try await reading { () throws(InfrastructureError) in
            try await visit.services.rules.calendar(since: RuleStrip.start(now))
        }
        let strip = RuleStrip(
            calendar: calendar, now: now, words: words,
            filePath: visit.address(["format": "csv", "table": RuleStrip.tableName]))
        return .page(title: words[.rules], tables: [table, strip.table]) { writer in
            writer.element("p", [.text("class", "buttons")]) { writer in
                if visit.may(.editRules) {
                    writer.link(words[.newRule], to: "/admin/new-rule", class: "button")
                }
                writer.link(words[.trust], to: TrustView.page)
            }
            filled.write(to: &writer, words)
            writer.section(words[.ruleCalendar], strip.write)
        }
    }
}

/// A rule: its terms as a sentence, and its versions.
struct RuleDetailView: ConsoleView {
    let path = "/admin/rules/{name}"
    let right = Right.seeRules
    let section: Section? = .rules

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let words = visit.words
        guard let name = visit.request.parameter("name").flatMap({ RuleName($0) }) else { throw .notFound }
        let stored = try await reading { () throws(RuleError) in
            try await visit.services.rules.rule(name)
        }
        let table = try await versions(of: name, visit)
        return .page(title: name.description, tables: [table]) { writer in
            writer.paragraph(RuleSentence(stored.rule.terms, words).text, class: "sentence")
            writer.facts(facts(stored, words), words)
            writer.element("p", [.text("class", "buttons")]) { writer in
                writer.link(words[.rewardsOfRule], to: "/admin/rewards?rule=\(name)")
                guard visit.may(.editRules) else { return }
                if stored.state != .archived {
                    writer.link(words[.editRule], to: "/admin/rules/\(name)/edit", class: "button")
                }
                writer.link(words[.copyRule], to: "/admin/new-rule?copy=\(name)", class: "button")
            }
            if visit.may(.editRules), stored.state != .archived {
                writer.actionForm(
                    words[.changeState], "/admin/rules/\(name)/state", visit, hint: words[.stateHint],
                    asksReason: false
                ) { writer in
                    let states = RuleState.allCases.filter(stored.state.canBecome)
                    writer.choice(
                        words[.state], name: "state", states.map { ($0.rawValue, words[.rule($0)]) },
                        chosen: nil)
                }
            }
            writer.section(words[.versions]) { table.write(to: &$0, words) }
        }
    }

    private func facts(_ stored: StoredRule, _ words: Words) -> [(name: String, cell: Cell)] {
        [
            (words[.state], .badge(words[.rule(stored.state)], stored.state.tone)),
            (words[.version], .number(stored.rule.version)),
        ] + words.facts(of: stored.rule.terms)
    }

    private func versions(of name: RuleName, _ visit: Visit) async throws(Problem) -> Table {
        let words = visit.words
        return try await visit.fill(
            Table(
                "versions-\(name)",
                [words[.version], words[.state], words[.terms], words[.changed], words[.changedBy]],
                empty: words[.noRules]),
            cursor: { Int64($0) }, text: { String($0) }
        ) { cursor, limit throws(Problem) in
            try await reading { () throws(RuleError) in
                try await visit.services.rules.versions(of: name, before: cursor, limit: limit)
            }
        } row: { stored in
            [
                .number(stored.rule.version), .badge(words[.rule(stored.state)], stored.state.tone),
                .text(terms(of: stored, words)), .time(stored.changedAt), .foreign(stored.changedBy),
            ]
        }
    }

    /// The sentence, and all that a version may have changed besides.
    private func terms(of stored: StoredRule, _ words: Words) -> String {
        let facts = words.facts(of: stored.rule.terms).dropFirst().map {
            ($0.name, $0.cell.fileText(in: words.zone))
        }
        let rest = facts.filter { !$0.1.isEmpty && $0.1 != "0" }.map { "\($0.0): \($0.1)" }
        return ([RuleSentence(stored.rule.terms, words).text] + rest).joined(separator: " · ")
    }
}

extension Words {
    /// The terms that a rule's sentence leaves out.
    func facts(of terms: RuleTerms) -> [(name: String, cell: Cell)] {
        let limits = terms.limits
        return [
            (self[.description], .ifAny(terms.description.isEmpty ? nil : terms.description)),
            (self[.players], .text(self[terms.players == .new ? .newPlayersOnly : .allPlayers])),
            (self[.activeFrom], .ifAny(terms.from)), (self[.activeUntil], .ifAny(terms.until)),
            (self[.limitPerPlayer], .ifAny(limits.perBeneficiary)),
            (self[.limitPerDay], .ifAny(limits.perBeneficiaryPerDay)),
            (self[.budget], .ifAny(limits.budget)), (self[.holdHours], .number(terms.holdHours)),
        ]
    }
}
