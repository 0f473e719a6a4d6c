package import Accounts
internal import Basics
internal import Batching
package import Crypto
internal import HTTP
internal import Links
internal import Values

/// The pages that links in mails lead to: a question with a button, what came of it, or that the link is no
/// longer good. They work without script.
package struct AccountPage {
    package enum Kind: String, CaseIterable {
        case verify
        case reset
        case undo
        case release

        package var path: String { "/\(rawValue)" }
    }

    static let nameWithoutApp = "Shipmate"

    let kind: Kind
    let brand: PageBrand?
    let language: PageLanguage

    package init(kind: Kind, brand: PageBrand?, language: PageLanguage) {
        self.kind = kind
        self.brand = brand
        self.language = language
    }

    private var texts: Texts { Texts(in: language) }

    /// - Parameter violation: what is wrong with the password that came.
    /// - Parameter ways: what else leads into the account whose e-mail is to be verified.
    package func question(
        _ token: MailToken, after violation: PasswordPolicy.Violation? = nil,
        besides ways: WaysBesides = WaysBesides()
    ) -> WebPage {
        let (title, label) = words
        return page(status: violation == nil ? 200 : 422, title, hasForm: true) { writer in
            if let violation { writer.about(texts[violation == .breached ? .breached : .weak]) }
            write(ways, .verifyWays, to: &writer)
            writer.form(to: kind.path, label) { writer in
                writer.hidden("token", token.text)
                if kind == .reset { writePassword(to: &writer) }
            }
            if kind == .verify, ways.isReleasable {
                writer.form(to: Kind.release.path, texts[.notMine]) { $0.hidden("token", token.text) }
            }
        }
    }

    /// The result of a new password.
    package func done(_ reset: RecoveryService.Reset) -> WebPage {
        page(status: 200, texts[.done]) { writer in
            switch reset {
            case .now(let ways):
                writer.about(texts[.signIn])
                write(ways, .waysLeft, to: &writer)
            case .later(let time):
                let date = CivilDate(secondsSince1970: time.secondsSince1970).description
                writer.about(texts[.resetLater].replacing("{date}", with: date))
            }
        }
    }

    private func write(_ ways: WaysBesides, _ line: TextKey, to writer: inout HTMLWriter) {
        let names = texts.names(of: ways)
        if !names.isEmpty { writer.about(texts[line].replacing("{ways}", with: names)) }
    }

    package func done(_ line: TextKey, email: String = "") -> WebPage {
        page(status: 200, texts[.done]) { writer in
            writer.about(texts[line].replacing("{email}", with: email))
        }
    }

    package func gone(status: Int = 410) -> WebPage {
        page(status: status, texts[.gone]) { writer in
            writer.about(texts[.goneText])
        }
    }

    private var words: (title: String, label: String) {
        switch kind {
        case .verify: (texts[.verify], texts[.verify])
        case .reset: (texts[.reset], texts[.reset])
        case .undo: (texts[.undoChange], texts[.undoButton])
        case .release: (texts[.release], texts[.releaseButton])
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
