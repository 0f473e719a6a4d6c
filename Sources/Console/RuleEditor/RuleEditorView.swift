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
        let name = (visit.request.parameter("name") ?? visit.item("copy")).flatMap { RuleName($0) }
        guard let name else { return try await page(RuleForm(), nil, visit) }
        let stored = try await reading { () throws(RuleError) in
            try await visit.services.rules.rule(name)
        }
        let isCopy = visit.request.parameter("name") == nil
        return try await page(RuleForm(stored.rule.terms), isCopy ? nil : stored, visit)
    }

    /// - Parameter stored: the rule that is changed; nil for a new one.
    private func page(
        _ form: RuleForm, _ stored: StoredRule?, _ visit: Visit
    ) async throws(Problem) -> Shown {
        let editor = try await RuleEditor(
            visit, name: stored?.rule.name.description, version: stored?.rule.version)
        return .page(title: editor.title) { editor.write(form, mistakes: [], to: &$0) }
    }

    /// Takes the form: shows its mistakes, or tries the rule.
    static func tryOut(_ visit: Visit, _ fields: Query) async throws(Problem) -> Response {
        guard visit.may(.editRules) else { throw .forbidden }
        let (form, version) = (RuleForm(fields), fields["version"].flatMap { Int64($0) })
        let text = fields["name"]?.trimmed ?? ""
        let editor = try await RuleEditor(visit, name: text, version: version)
        guard let name = RuleName(text) else {
            return editor.response(form, [RuleForm.Mistake(word: .nameWrong)])
        }
        let terms: RuleTerms
        do throws(RuleFormMistakes) { terms = try form.terms() } catch {
            return editor.response(form, error.all)
        }
        do throws(JobError) {
            let job = try await visit.services.jobs.startTrial(
                of: name, terms, from: nil, until: nil, by: visit.user.actor)
            return .seeOther(TrialView.path(of: job, version: version))
        } catch {
            switch error {
            case .unavailable: throw .unavailable
            case .internalError, .notFound: throw .internalError
            case .underWay: return editor.response(form, [RuleForm.Mistake(word: .trialUnderWay)])
            case .rule(let error): return editor.response(form, [RuleEditor.mistake(error)])
            }
        }
    }
}

/// A form of a rule with what is around it.
struct RuleEditor {
    private let visit: Visit
    private let name: String?
    private let version: Int64?
    private let currencies: [String]

    private static let currenciesMax = 500

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

    func response(_ form: RuleForm, _ mistakes: [RuleForm.Mistake]) -> Response {
        ConsolePage(
            status: 422, title: title, words: visit.words,
            frame: Frame(visit: visit, section: .rules, tabs: [])
        ) { write(form, mistakes: mistakes, to: &$0) }.response
    }

    func write(_ form: RuleForm, mistakes: [RuleForm.Mistake], to writer: inout HTMLWriter) {
        let words = visit.words
        for mistake in mistakes {
            writer.element(
                "p", [.text("class", "mistake"), .text("role", "alert")],
                text: mistake.text ?? words[mistake.word])
        }
        writer.element(
            "form",
            [
                .text("method", "post"), .text("class", "rule"),
                .url("action", PageURL(path: "/admin/rules/try")),
            ]
        ) { writer in
            writer.hidden("form_token", visit.formToken)
            if let version {
                writer.hidden("name", name ?? "")
                writer.hidden("version", String(version))
            } else {
                writer.field(
                    words[.ruleName],
                    [
                        .text("type", "text"), .text("name", "name"), .text("required", ""),
                        .text("maxlength", "64"), .text("value", name ?? ""),
                    ])
            }
            form.write(to: &writer, words, currencies: currencies)
            writer.paragraph(words[.trialHint], class: "hint")
            writer.element(
                "button", [.text("type", "submit"), .text("class", "primary")], text: words[.tryIt])
        }
    }

    static func mistake(_ error: RuleError) -> RuleForm.Mistake {
        switch error {
        case .refused(let mistakes): RuleForm.Mistake(word: .ruleMistake, text: mistakes.first?.detail)
        case .unknownCurrency: RuleForm.Mistake(word: .currencyUnknown)
        case .nameInUse: RuleForm.Mistake(word: .nameInUse)
        case .changedMeanwhile: RuleForm.Mistake(word: .ruleChangedMeanwhile)
        case .tooMany: RuleForm.Mistake(word: .tooManyRules)
        case .inCode: RuleForm.Mistake(word: .ruleIsInCode)
        case .unavailable, .internalError, .ruleNotFound, .stateNotPossible:
            RuleForm.Mistake(word: .ruleStateNotPossible)
        }
    }
}
