internal import Accounts
internal import HTTP
internal import Pages
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
            return .seeOther(try await action.perform(visit, form))
        } catch {
            switch error {
            case .problem(let problem): throw problem
            case .wrong(let word, let values): return refusal(visit.words(word, values), visit)
            }
        }
    }

    private func page(_ summary: ActionSummary, _ visit: Visit, _ fields: Query) -> Response {
        let words = visit.words
        return ConsolePage(title: summary.title, words: words, frame: frame(visit)) { writer in
            writer.facts(summary.facts, words)
            writer.paragraph(words[.notDoneYet])
            writer.element(
                "form",
                [
                    .text("method", "post"), .text("class", "confirm"),
                    .url("action", PageURL(path: visit.request.head.path)),
                ]
            ) { writer in
                for field in fields.items { writer.hidden(field.name, field.value) }
                for field in summary.fields { writer.hidden(field.name, field.value) }
                writer.hidden("confirmed", "yes")
                writer.element(
                    "button", [.text("type", "submit"), .text("class", "primary"), .text("autofocus", "")],
                    text: words[.confirm])
                writer.link(words[.cancel], to: summary.back, class: "button")
            }
        }.response
    }

    private func refusal(_ text: String, _ visit: Visit) -> Response {
        let words = visit.words
        return ConsolePage(
            status: 422, title: words[.nothingDone], words: words, frame: frame(visit)
        ) { writer in
            writer.element("p", [.text("class", "mistake"), .text("role", "alert")], text: text)
            writer.paragraph(words[.goBack])
        }.response
    }

    private func frame(_ visit: Visit) -> Frame { Frame(visit: visit, section: nil, tabs: []) }
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
            writer.element("form", [.text("method", "post"), .url("action", PageURL(path: path))]) { writer in
                writer.hidden("form_token", visit.formToken)
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
                writer.element("button", [.text("type", "submit")], text: visit.words[.goOn])
            }
        }
    }
}
