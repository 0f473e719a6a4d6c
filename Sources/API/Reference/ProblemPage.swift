internal import HTTP
internal import JSON
internal import Pages

extension WebPage {
    /// The page of a problem's `type`: its meaning and its remedy.
    static func explanation(of type: ProblemType) -> WebPage {
        .plain(type.title, .reference) { writer in
            writer.element("article", [.text("class", "plain")]) { writer in
                writer.element("p", [.text("class", "status")], text: String(type.status))
                writer.element("h1", text: type.title)
                writer.element("p") { $0.element("code", text: type.path) }
                writer.element("h2", text: "What it means")
                writer.paragraph(type.meaning)
                writer.element("h2", text: "What to do")
                writer.paragraph(type.remedy)
            }
        }
    }
}
