internal import Accounts
internal import Batching
internal import Crypto
internal import FoundationEssentials
internal import HTTP
internal import Pages
internal import Referrals
internal import Rewards
internal import Service
internal import Values

/// The form of a rule: an existing one, a copy, or a new one. It leads to a trial.
struct RuleEditorView: ConsoleView {
    let path: String
    let right = Right.editRules
    let section: Section? = .rules

    static let edit = RuleEditorView(path: "/admin/rules/{name}/edit")
    static let new = RuleEditorView(path: "/admin/new-rule")

    func show(_ visit: Visit) async throws(Problem) -> Shown {
        let (named, zone) = (visit.request.parameter("name"), visit.words.zone)
        guard let name = (named ?? visit.item("copy")).flatMap({ RuleName($0) }) else {
            let tried = try await tried(visit)
            return try await page(
                tried.map { RuleForm($0.rule.terms, in: zone) } ?? RuleForm(), tried?.rule.name, nil, visit)
        }
        let stored = try await reading { () throws(RuleError) in
            try await visit.services.rules.rule(name)
        }
        guard named != nil else {
            return try await page(RuleForm(stored.rule.terms, in: zone), nil, nil, visit)
        }
        guard stored.state != .archived else { throw .notFound }
        let terms = try await tried(visit)?.rule.terms ?? stored.rule.terms
        return try await page(RuleForm(terms, in: zone), name, stored.rule.version, visit)
    }

    /// The trial whose terms are to be corrected.
    private func tried(_ visit: Visit) async throws(Problem) -> Job? {
        guard let id = visit.item("trial").flatMap({ UUID(text: $0) }) else { return nil }
        return try await reading { () throws(JobError) in try await visit.services.jobs.job(id) }
    }

    /// - Parameter version: of the rule that is changed; nil for a new one.
    private func page(
        _ form: RuleForm, _ name: RuleName?, _ version: Int64?, _ visit: Visit
    ) async throws(Problem) -> Shown {
        let editor = try await RuleEditor(visit, name: name?.description, version: version)
        return .page(title: editor.title) { editor.write(form, mistakes: [], to: &$0) }
    }

    /// Takes the form: shows its mistakes, or tries the rule.
    static func tryOut(_ visit: Visit, _ fields: Query) async throws(Problem) -> Response {
        let (form, version) = (RuleForm(fields), fields["version"].flatMap { Int64($0) })
        let text = fields["name"]?.trimmed ?? ""
        let editor = try await RuleEditor(visit, name: text, version: version)
        let nameMistakes = try await mistakes(inName: text, isNew: version == nil, visit)
        let terms: RuleTerms
        do throws(RuleFormMistakes) { terms = try form.terms(in: visit.words.zone) } catch {
            return editor.response(form, nameMistakes + error.all)
        }
        guard nameMistakes.isEmpty, let name = RuleName(text) else {
            return editor.response(form, nameMistakes)
        }
        do throws(JobError) {
            let job = try await visit.services.jobs.startTrial(
                of: name, terms, from: nil, until: nil, by: visit.user.actor)
            return .seeOther(TrialView.path(of: job, version: version))
        } catch {
            switch error {
            case .unavailable: throw .unavailable
            case .internalError, .notFound: throw .internalError
            case .underWay(let id):
                if let path = try await own(id, name, terms, version, visit) { return .seeOther(path) }
                return editor.response(form, [RuleFormMistake(.trialUnderWay)])
            case .rule(let error): return editor.response(form, RuleFormMistake.all(of: error, in: form))
            }
        }
    }
}

extension RuleEditorView {
    private static func mistakes(
        inName text: String, isNew: Bool, _ visit: Visit
    ) async throws(Problem) -> [RuleFormMistake] {
        guard let name = RuleName(text) else {
            return [RuleFormMistake(.nameWrong, at: .init(name: "name"))]
        }
        let isTaken = isNew ? try await isTaken(name, visit) : false
        return isTaken ? [RuleFormMistake(.nameInUse, at: .init(name: "name"))] : []
    }

    /// Found before the trial, and not after it.
    private static func isTaken(_ name: RuleName, _ visit: Visit) async throws(Problem) -> Bool {
        let rules = visit.services.rules
        let all = try await reading { () throws(InfrastructureError) in try await rules.all() }
        return all.contains { $0.rule.name == name } || rules.code.contains { $0.name == name }
    }

    /// The page of the trial that is under way, if it is this very one: the form was sent twice.
    private static func own(
        _ id: UUID, _ name: RuleName, _ terms: RuleTerms, _ version: Int64?, _ visit: Visit
    ) async throws(Problem) -> String? {
        let job = try await reading { () throws(JobError) in try await visit.services.jobs.job(id) }
        guard job.kind == .trial, job.rule.name == name, job.rule.terms == terms else { return nil }
        return TrialView.path(of: job, version: version)
    }
}

/// A form of a rule with what is around it.
struct RuleEditor {
    private let visit: Visit
    private let name: String?
    private let version: Int64?
    private let currencies: [String]

    /// As many as can be declared.
    private static let currenciesMax = 1_000

    init(_ visit: Visit, name: String?, version: Int64?) async throws(Problem) {
        (self.visit, self.name, self.version) = (visit, name, version)
        let declared = try await reading { () throws(InfrastructureError) in
            try await visit.services.currencies.all(after: nil, limit: Self.currenciesMax)
        }
        currencies = declared.items.filter { $0.state == .active }.map(\.currency.description)
    }

    var title: String {
        version == nil ? visit.words[.newRule] : visit.words(.editRuleNamed, [("name", name ?? "")])
    }

    func response(_ form: RuleForm, _ mistakes: [RuleFormMistake]) -> Response {
        ConsolePage(
            status: 422, title: title, words: visit.words,
            frame: Frame(visit: visit, section: .rules, tabs: [])
        ) { write(form, mistakes: mistakes, to: &$0) }.response
    }

    func write(_ form: RuleForm, mistakes: [RuleFormMistake], to writer: inout HTMLWriter) {
        let words = visit.words
        let fields = RuleFormFields(form, words, currencies: currencies, mistakes: mistakes)
        write(mistakes, to: &writer)
        writer.actingForm("/admin/rules/try", visit.formToken, class: "rule") { writer in
            if let version {
                writer.hidden("name", name ?? "")
                writer.hidden("version", String(version))
            } else {
                fields.writeName(name ?? "", to: &writer)
            }
            fields.write(to: &writer)
            writer.paragraph(words[.trialHint], class: "hint")
            writer.submit(words[.tryIt], isPrimary: true)
        }
    }

    /// Those of the whole form, and that others are beside their fields.
    private func write(_ mistakes: [RuleFormMistake], to writer: inout HTMLWriter) {
        guard !mistakes.isEmpty else { return }
        let general = mistakes.filter { $0.field == nil }.map { $0.text(visit.words) }
        let texts = mistakes.contains { $0.field != nil } ? [visit.words[.correctFields]] : []
        for text in texts + general {
            writer.element("p", [.text("class", "mistake"), .text("role", "alert")], text: text)
        }
    }
}
