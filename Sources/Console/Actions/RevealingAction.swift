internal import HTTP
internal import Pages

/// An action whose result is shown this once, such as a secret, instead of a page that can be opened again.
protocol RevealingAction: ConsoleAction {
    func reveal(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> Revealed
}

extension RevealingAction {
    func perform(_ visit: Visit, _ form: ActionForm) async throws(ActionRefusal) -> String {
        try await reveal(visit, form).path
    }
}

/// A result, and where to go on.
struct Revealed {
    let path: String
    let title: String
    /// Nil where there is nothing that only this page has.
    let secret: (name: String, text: String)?
    var hint = ""

    func response(_ visit: Visit) -> Response {
        guard let secret else { return .seeOther(path) }
        return ConsolePage(
            title: title, words: visit.words, frame: Frame(visit: visit, section: nil, tabs: [])
        ) { writer in
            writer.paragraph(visit.words[.shownOnce], class: "warning")
            writer.element("label", [.text("class", "secret")]) { writer in
                writer.element("span", text: secret.name)
                writer.open(
                    "input",
                    [
                        .text("type", "text"), .text("readonly", ""), .text("value", secret.text),
                        .text("autocomplete", "off"),
                    ])
            }
            if !hint.isEmpty { writer.paragraph(hint, class: "hint") }
            writer.element("p") { $0.link(visit.words[.onwards], to: path, class: "button primary") }
        }.response
    }
}
