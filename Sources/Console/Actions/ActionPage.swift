internal import Accounts
internal import HTTP
internal import Pages
internal import Rewards
internal import Service
internal import Values

/// Takes an action's form: first it shows what will happen, and then it does it.
struct ActionPage {
    let action: any ConsoleAction

    func use(_ visit: Visit, _ fields: Query) async throws(Problem) -> Response {
        let form = ActionForm(fields: fields)
        do throws(ActionRefusal) {
            guard fields["confirmed"] == "yes" else {
                return page(try await action.summary(visit, form), visit, fields)
            }
            if let action = action as? any RevealingAction {
                return try await action.reveal(visit, form).response(visit)
            }
            return .seeOther(try await action.perform(visit, form))
        } catch {
            return try await hasReachedLimit(visit)
                ? ActionRefusal.wrong(.dailyLimitReached).response(visit) : error.response(visit)
        }
    }

    /// The database refuses an action above the operator's daily limit; each use case fails in its own way.
    private func hasReachedLimit(_ visit: Visit) async throws(Problem) -> Bool {
        let day = try await reading { () throws(ConsoleError) in
            try await visit.services.console.day(of: visit.user)
        }
        return day.map { $0.actions >= $0.actionsMax } ?? false
    }

    private func page(_ summary: ActionSummary, _ visit: Visit, _ fields: Query) -> Response {
        let words = visit.words
        return ConsolePage(title: summary.title, words: words, frame: frame(visit), asks: true) { writer in
            writer.facts(summary.facts, words)
            writer.paragraph(words[.notDoneYet])
            writer.actingForm(visit.request.head.path, visit.formToken, class: "confirm") { writer in
                for field in fields.items where field.name != "form_token" {
                    writer.hidden(field.name, field.value)
                }
                for field in summary.fields { writer.hidden(field.name, field.value) }
                writer.hidden("confirmed", "yes")
                writer.submit(words[.confirm], isPrimary: true)
                writer.link(words[.cancel], to: summary.back, class: "button")
            }
        }.response
    }

    private func frame(_ visit: Visit) -> Frame { Frame(visit: visit, section: nil, tabs: []) }
}

extension ActionRefusal {
    /// A page that says why nothing was done.
    func response(_ visit: Visit) throws(Problem) -> Response {
        let words = visit.words
        switch self {
        case .problem(let problem): throw problem
        case .wrong(let word, let values):
            return ConsolePage(
                status: 422, title: words[.nothingDone], words: words,
                frame: Frame(visit: visit, section: nil, tabs: [])
            ) { writer in
                writer.element(
                    "p", [.text("class", "mistake"), .text("role", "alert")], text: words(word, values))
                writer.paragraph(words[.goBack])
            }.response
        }
    }
}

extension HTMLWriter {
    /// A form of an action, closed until one wants it.
    mutating func actionForm(
        _ title: String, _ path: String, _ visit: Visit, hint: String? = nil, isOpen: Bool = false,
        asksReason: Bool = true,
        _ fields: (inout HTMLWriter) -> Void
    ) {
        element("details", [.text("class", "action")] + (isOpen ? [.text("open", "")] : [])) { writer in
            writer.element("summary", text: title)
            writer.actingForm(path, visit.formToken) { writer in
                fields(&writer)
                if asksReason {
                    writer.field(
                        visit.words[.reason],
                        [
                            .text("type", "text"), .text("name", "reason"), .text("required", ""),
                            .text("maxlength", "200"),
                        ])
                }
                if let hint { writer.paragraph(hint, class: "hint") }
                writer.submit(visit.words[.goOn])
            }
        }
    }
}
