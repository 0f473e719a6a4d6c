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

    /// - Parameter violation: what is wrong with the password that came.
    func question(_ token: MailToken, after violation: PasswordPolicy.Violation? = nil) -> WebPage {
        let (title, label) = words
        return page(status: violation == nil ? 200 : 422, title, hasForm: true) { writer in
            if let violation { writer.about(texts[violation == .breached ? .breached : .weak]) }
            writer.form(to: kind.path, label) { writer in
                writer.hidden("token", token.text)
                if kind == .reset { writePassword(to: &writer) }
            }
        }
    }

    func done(_ line: MailTexts.Line, email: String = "") -> WebPage {
        page(status: 200, texts[.done]) { writer in
            writer.about(texts[line].replacing("{email}", with: email))
        }
    }

    func gone(status: Int = 410) -> WebPage {
        page(status: status, texts[.gone]) { writer in
            writer.about(texts[.goneText])
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
        .sheet(status: status, title, of: brand, in: language, hasForm: hasForm, content)
    }
}
