internal import HTTP
internal import Links
internal import Service

/// The pages that links in mails lead to: a question with a button, what came of it, or that the link is no
/// longer good. They work without script.
struct AccountPage {
    enum Kind: String, CaseIterable {
        case verify
        case reset
        case undo

        var path: String { "/\(rawValue)" }
    }

    static let nameWithoutApp = "Shipmate"

    let kind: Kind
    let brand: PageBrand?
    let language: PageLanguage

    private var texts: MailTexts { MailTexts(in: language) }

    /// - Parameter isWeak: the password that came was.
    func question(_ token: MailToken, isWeak: Bool = false) -> WebPage {
        let (title, label) = words
        return page(status: isWeak ? 422 : 200, title, hasForm: true) { writer in
            if isWeak { writer.element("p", [.text("class", "about")], text: texts[.weak]) }
            let form: [HTMLAttribute] = [.text("method", "post"), .url("action", PageURL(path: kind.path))]
            writer.element("form", form) { writer in
                writer.open(
                    "input", [.text("type", "hidden"), .text("name", "token"), .text("value", token.text)])
                if kind == .reset { writePassword(to: &writer) }
                writer.element(
                    "button", [.text("type", "submit"), .text("class", "button primary")], text: label)
            }
        }
    }

    func done(_ line: MailTexts.Line, email: String = "") -> WebPage {
        page(status: 200, texts[.done]) { writer in
            let text = texts[line].replacing("{email}", with: email)
            writer.element("p", [.text("class", "about")], text: text)
        }
    }

    func gone(status: Int = 410) -> WebPage {
        page(status: status, texts[.gone]) { writer in
            writer.element("p", [.text("class", "about")], text: texts[.goneText])
        }
    }

    private var words: (title: String, label: String) {
        switch kind {
        case .verify: (texts[.verify], texts[.verify])
        case .reset: (texts[.reset], texts[.reset])
        case .undo: (texts[.undo], texts[.keep])
        }
    }

    private func writePassword(to writer: inout HTMLWriter) {
        writer.element("label") { writer in
            writer.text(texts[.newPassword])
            writer.open(
                "input",
                [
                    .text("type", "password"), .text("name", "password"), .text("required", ""),
                    .text("minlength", String(PasswordPolicy.lengths.lowerBound)),
                    .text("maxlength", String(PasswordPolicy.lengths.upperBound)),
                    .text("autocomplete", "new-password"),
                ])
        }
    }

    private func page(
        status: Int, _ title: String, hasForm: Bool = false, _ content: @escaping (inout HTMLWriter) -> Void
    ) -> WebPage {
        var page = WebPage(status: status, language: language, title: title, brand: brand) { writer in
            writer.element("article", [.text("class", "sheet notice")]) { writer in
                if let brand { writer.app(brand.name, brand) }
                writer.element("h1", text: title)
                content(&writer)
            }
        }
        page.hasForm = hasForm
        return page
    }
}
