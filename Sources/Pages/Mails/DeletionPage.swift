package import Accounts
internal import Basics
internal import Batching
internal import HTTP
internal import Links
package import Values

/// The page that app stores ask for: it asks for an e-mail, and where a mail's link leads back to it,
/// whether the account is to be deleted. It works without script.
package struct DeletionPage {
    package static let path = "/delete-account"

    let brand: PageBrand?
    let language: PageLanguage

    package init(brand: PageBrand?, language: PageLanguage) {
        self.brand = brand
        self.language = language
    }

    private var texts: Texts { Texts(in: language) }
    private var app: String { brand?.name ?? AccountPage.nameWithoutApp }

    /// Asks for the e-mail.
    package func form(status: Int = 200) -> WebPage {
        page(status: status, texts[.delete], hasForm: true) { writer in
            if status == 422 { writer.about(texts[.emailWrong]) }
            writer.about(text(.deleteAsk))
            writer.about(texts[.deleteWhat])
            writeForm(to: &writer)
        }
    }

    /// The same, whether there is such an account or not.
    package func sent() -> WebPage {
        page(status: 200, texts[.delete]) { $0.about(texts[.deleteSent]) }
    }

    package func question(_ token: MailToken, dueAt: Timestamp) -> WebPage {
        page(status: 200, texts[.delete], hasForm: true) { writer in
            writer.about(text(.deleteConfirm, dueAt))
            writer.about(texts[.deleteWhat])
            writer.form(to: Self.path, texts[.delete]) { $0.hidden("token", token.text) }
        }
    }

    package func done(dueAt: Timestamp) -> WebPage {
        page(status: 200, texts[.done]) { $0.about(text(.deleteDone, dueAt)) }
    }

    /// The link is no longer good; another can be asked for.
    package func gone() -> WebPage {
        page(status: 410, texts[.gone], hasForm: true) { writer in
            writer.about(text(.deleteAsk))
            writeForm(to: &writer)
        }
    }

    private func writeForm(to writer: inout HTMLWriter) {
        writer.form(to: Self.path, texts[.send]) { writer in
            writer.element("label") { writer in
                writer.text(texts[.email])
                writer.open(
                    "input",
                    [
                        .text("type", "email"), .text("name", "email"), .text("required", ""),
                        .text("maxlength", "254"), .text("autocomplete", "email"),
                    ])
            }
        }
    }

    /// A date is written alike in every language.
    private func text(_ line: TextKey, _ dueAt: Timestamp? = nil) -> String {
        let date = dueAt.map { CivilDate(secondsSince1970: $0.secondsSince1970).description } ?? ""
        return texts[line].replacing("{app}", with: app).replacing("{date}", with: date)
    }

    private func page(
        status: Int, _ title: String, hasForm: Bool = false, _ content: @escaping (inout HTMLWriter) -> Void
    ) -> WebPage {
        .sheet(status: status, title, of: brand, in: language, hasForm: hasForm, content)
    }
}
