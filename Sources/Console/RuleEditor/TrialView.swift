internal import Accounts
internal import Basics
internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Referrals
internal import Rewards
internal import Service
internal import Values

/// A trial: how far it is, and once it is done its rewards beside those that the rule has given.
struct TrialView: ConsoleView {
    let path = "/admin/trials/{id}"
    let right = Right.editRules
    let section: Section? = .rules

    /// - Parameter version: of the rule that was changed; nil for a new rule.
    static func path(of job: Job, version: Int64?) -> String {
        "/admin/trials/\(job.id.lowercaseText)" + (version.map { "?version=\($0)" } ?? "")
    }

    /// Of a pending change, which is decided on and not saved.
    static func path(of job: Job, change pending: PendingChange) -> String {
        "/admin/trials/\(job.id.lowercaseText)?change=\(pending.id.lowercaseText)"
    }

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let (id, words) = (try visit.pathID(), visit.words)
        let job = try await reading { () throws(JobError) in try await visit.services.jobs.job(id) }
        guard job.kind == .trial else { throw .notFound }
        let title = words(.trialOf, [("name", job.rule.name.description)])
        switch job.state {
        case .waiting, .running:
            return .page(title: title) { writeProgress(of: job, visit, &$0) }
        case .failed:
            return .page(title: title) { writer in
                writer.paragraph(words[.trialFailed], class: "mistake")
                writeCorrecting(job, visit, &writer)
            }
        case .done:
            let table = Self.differences(job.tally, words)
            return .page(title: title, tables: [table]) { writer in
                writer.paragraph(RuleSentence(job.rule.terms, words).text, class: "sentence")
                writer.facts(words.facts(of: job.rule.terms), words)
                writer.section(words[.comparedWithNow]) { writer in
                    table.write(to: &writer, words)
                    writer.paragraph(words[.comparedHint], class: "hint")
                }
                writeSaving(of: job, visit, &writer)
                writeDays(of: job.tally, visit, &writer)
                writer.section(words[.largest]) { largest(job.tally, words).write(to: &$0, words) }
            }
        }
    }

    private func writeProgress(of job: Job, _ visit: Visit, _ writer: inout HTMLWriter) {
        let words = visit.words
        writer.paragraph(RuleSentence(job.rule.terms, words).text, class: "sentence")
        let permille = String(job.progressPermille)
        writer.element(
            "progress",
            [.text("max", "1000"), .text("value", permille), .text("aria-label", words[.progress])]
        ) { _ in }
        writer.paragraph(words[.trialRuns])
        writer.element("p", [.text("data-reload", "1000")]) {
            $0.link(words[.refresh], to: visit.request.head.pathAndQuery, class: "button")
        }
    }

    static func differences(_ tally: TrialTally, _ words: Words) -> Table {
        let titles: [Word] = [.currency, .trialRewards, .trialAmount, .givenRewards, .givenAmount, .more]
        var table = Table("trial", titles.map { words[$0] }, empty: words[.trialGivesNothing])
        let given = tally.given
        let currencies = Set(given.keys).union(tally.active.keys).sorted { $0.description < $1.description }
        table.rows = currencies.map { currency in
            let (trial, active) = (given[currency] ?? .init(), tally.active[currency] ?? .init())
            return [
                .text(currency.description), .number(trial.rewards), .number(trial.amount),
                .number(active.rewards), .number(active.amount),
                .number(trial.amount.subtractingReportingOverflow(active.amount).partialValue),
            ]
        }
        return table
    }

    private func writeDays(of tally: TrialTally, _ visit: Visit, _ writer: inout HTMLWriter) {
        let words = visit.words
        let currencies = Set(tally.days.keys.map(\.currency)).sorted { $0.description < $1.description }
        for currency in currencies {
            let days = tally.days.filter { $0.key.currency == currency }
            let values = Dictionary(
                days.map { (Int32(clamping: $0.key.part), $0.value.amount) }, uniquingKeysWith: +)
            let end = visit.today + 1
            let title = words(.trialPerDay, [("currency", currency.description)])
            writer.section(title) { writer in
                Chart(title: title, words: words, days: (end - 90)..<end, values: values).write(to: &writer)
            }
        }
    }

    private func largest(_ tally: TrialTally, _ words: Words) -> Table {
        var table = Table(
            "largest", [words[.player], words[.rewards], words[.amount], words[.currency]],
            empty: words[.trialGivesNothing])
        table.rows = tally.largest.map {
            [
                .player($0.uid), .number($0.sum.rewards), .number($0.sum.amount),
                .text($0.currency.description),
            ]
        }
        return table
    }

    private func writeSaving(of job: Job, _ visit: Visit, _ writer: inout HTMLWriter) {
        let words = visit.words
        if let change = visit.item("change").flatMap({ UUID(text: $0) }) {
            return writer.link(
                words[.backToChange], to: "/admin/changes/\(change.lowercaseText)", class: "button")
        }
        let version = visit.item("version").flatMap { Int64($0) }
        writer.element("div", [.text("class", "confirm")]) { writer in
            let fields = version.map { [("version", String($0))] } ?? []
            let path = "/admin/trials/\(job.id.lowercaseText)/save"
            if visit.services.approvals.requires(.rules) { writer.paragraph(words[.needsSecondOperator]) }
            if version == nil {
                writer.action(path, words[.saveAsDraft], visit.formToken, fields)
                writer.action(path, words[.saveAndActivate], visit.formToken, fields + [("activate", "yes")])
            } else {
                writer.action(path, words[.saveRule], visit.formToken, fields)
            }
        }
        writer.paragraph(words[.saveHint], class: "hint")
        writeCorrecting(job, visit, &writer)
    }

    /// Back to the form, with the terms of the trial.
    private func writeCorrecting(_ job: Job, _ visit: Visit, _ writer: inout HTMLWriter) {
        let isNew = visit.item("version") == nil
        let path = isNew ? "/admin/new-rule" : "/admin/rules/\(job.rule.name)/edit"
        writer.element("p", [.text("class", "buttons")]) {
            $0.link(visit.words[.correctIt], to: "\(path)?trial=\(job.id.lowercaseText)", class: "button")
        }
    }

    /// Makes the terms of a trial the rule's.
    static func save(_ visit: Visit, _ fields: Query) async throws(Problem) -> Response {
        let id = try visit.pathID()
        let job = try await reading { () throws(JobError) in try await visit.services.jobs.job(id) }
        guard job.kind == .trial, job.state == .done else { throw .notFound }
        let (name, terms, rules) = (job.rule.name, job.rule.terms, visit.services.rules)
        let version = fields["version"].flatMap { Int64($0) }
        if visit.services.approvals.requires(.rules) {
            let change: ProposedChange =
                version.map { .changeRule(name, terms, state: nil, version: $0) }
                ?? .addRule(name, terms, isActive: fields["activate"] == "yes")
            return try await ProposalPage(change, trial: job.id).propose(visit)
        }
        do throws(RuleError) {
            if let version {
                _ = try await rules.change(
                    name, to: terms, state: nil, ifVersion: [version], by: visit.user.actor)
            } else {
                _ = try await rules.add(
                    name, terms, isActive: fields["activate"] == "yes", by: visit.user.actor)
            }
            return .seeOther("/admin/rules/\(name)")
        } catch {
            if error == .unavailable { throw .unavailable }
            if error == .internalError { throw .internalError }
            if try await isSaved(job, visit) { return .seeOther("/admin/rules/\(name)") }
            let editor = try await RuleEditor(visit, name: name.description, version: version)
            let form = RuleForm(terms, in: visit.words.zone)
            return editor.response(form, RuleFormMistake.all(of: error, in: form))
        }
    }

    /// Whether the rule has these terms already: the form was sent twice.
    private static func isSaved(_ job: Job, _ visit: Visit) async throws(Problem) -> Bool {
        let all = try await reading { () throws(InfrastructureError) in
            try await visit.services.rules.all()
        }
        return all.first { $0.rule.name == job.rule.name }?.rule.terms == job.rule.terms
    }
}
