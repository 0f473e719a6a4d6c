package import Accounts
package import Links
internal import Referrals

/// Writes mails about accounts: in the recipient's language, with the app's name and colour, or with the
/// operator's own texts.
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
    /// The link's text.
    let label: String
    let link: String?
    /// For who has asked for nothing; nil where that is said already.
    let otherwise: String?

    init(_ content: MailContent, app: String, in language: PageLanguage) {
        let texts = Texts(in: language)
        let lines = Lines(content.kind)
        title = lines.title.map { texts[$0] } ?? app
        let detail = content.detail ?? ""
        paragraph = texts[lines.paragraph].replacing("{email}", with: content.recipient.description)
            .replacing("{app}", with: app).replacing("{date}", with: detail)
            .replacing("{way}", with: texts.name(of: detail))
        label = texts[lines.label]
        link = content.link
        let ways = WaysBesides(detail: content.kind == .passwordReset ? detail : nil)
        otherwise =
            if content.kind.isAskedFor {
                texts[.ignore]
            } else if !texts.names(of: ways).isEmpty {
                texts[.waysLeft].replacing("{ways}", with: texts.names(of: ways))
            } else {
                nil
            }
    }

    /// Which lines a mail has.
    private struct Lines {
        /// Nil where the app's name says it.
        let title: TextKey?
        let paragraph: TextKey
        let label: TextKey

        init(_ kind: MailKind) {
            (title, paragraph, label) =
                switch kind {
                case .verification: (.verify, .verifyText, .verify)
                case .reset: (.reset, .resetText, .reset)
                case .change: (.change, .changeText, .change)
                case .undo: (.undo, .undoText, .keep)
                case .deletion: (.delete, .deleteText, .delete)
                case .passwordChanged: (.passwordChanged, .passwordChangedUndo, .undoButton)
                case .passwordReset: (.passwordChanged, .passwordChangedText, .passwordChanged)
                case .identityLinked: (.added, .addedText, .undoButton)
                case .identityUnlinked: (.removed, .removedText, .undoButton)
                case .deletionAsked: (.deletionAsked, .deletionAskedText, .undoButton)
                case .deletionCancelled: (.deletionCancelled, .deletionCancelledText, .deletionCancelled)
                case .emailChanged: (.emailChanged, .emailChangedText, .emailChanged)
                case .release: (.release, .releaseText, .releaseButton)
                case .accountChanged: (nil, .accountChanged, .accountChanged)
                }
        }
    }

    var text: String {
        ([title, paragraph] + [link, otherwise].compactMap(\.self)).joined(separator: "\n\n") + "\n"
    }
}
