package import Links
internal import Referrals
package import Service

/// Puts mails about accounts into words: the recipient's language, the app's name and colour, or the words of
/// whoever runs the service.
package struct MailWriter: Sendable {
    private let templates: MailTemplates

    package init(_ templates: MailTemplates = MailTemplates()) {
        self.templates = templates
    }

    package func write(_ content: MailContent, of profile: AppProfile?) -> MailText {
        let language = PageLanguage(rawValue: content.language) ?? .english
        let app = profile?.shownName ?? AccountPage.nameWithoutApp
        let words = MailWords(content, app: app, in: language)
        if let template = templates.template(content.kind, in: language) {
            return template.filled(for: content, app: app, words)
        }
        let colour = profile?.brand.shade?.description ?? PageBrand.colour
        return MailText(
            app: app, subject: words.title, text: words.text,
            html: AccountMail(words: words, app: app, colour: colour, language: language).html)
    }
}

/// The words of one mail.
struct MailWords {
    let title: String
    let paragraph: String
    /// What the link is called.
    let label: String
    let link: String?
    /// For who has asked for nothing; nil where that is said already.
    let otherwise: String?

    init(_ content: MailContent, app: String, in language: PageLanguage) {
        let texts = MailTexts(in: language)
        let (title, paragraph, label): (MailTexts.Line, MailTexts.Line, MailTexts.Line) =
            switch content.kind {
            case .verification: (.verify, .verifyText, .verify)
            case .reset: (.reset, .resetText, .reset)
            case .change: (.change, .changeText, .change)
            case .undo: (.undo, .undoText, .keep)
            case .deletion: (.delete, .deleteText, .delete)
            case .passwordChanged: (.passwordChanged, .passwordChangedText, .passwordChanged)
            }
        self.title = texts[title]
        self.paragraph = texts[paragraph].replacing("{email}", with: content.recipient.description)
            .replacing("{app}", with: app)
        self.label = texts[label]
        link = content.link
        let isNotice = content.kind == .undo || content.kind == .passwordChanged
        otherwise = isNotice ? nil : texts[.ignore]
    }

    var text: String {
        ([title, paragraph] + [link, otherwise].compactMap(\.self)).joined(separator: "\n\n") + "\n"
    }
}
