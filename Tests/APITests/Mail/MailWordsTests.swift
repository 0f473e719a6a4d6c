import Accounts
import Links
import Referrals
import TestSupport
import Testing

@testable import API
@testable import Pages

/// What mails say, in every language, and in the words of whoever runs the service.
struct MailWordsTests {
    @Test func `no mail has a placeholder left, nor anything that is fetched, and HTML is escaped`() {
        for language in PageLanguage.allCases {
            for kind in MailKind.allCases {
                let text = write(kind, language.rawValue, app: "Pieces <b>& Eight")
                #expect(
                    !(text.subject + text.text + text.html).contains(/\{(app|email|link|date|way|ways)\}/))
                #expect(!text.html.contains("<img") && !text.html.contains("<b>&"))
                #expect(text.text.contains("https://go.example.com/x?token=t") == kind.hasLink)
            }
        }
    }

    @Test func `files are in the place of our words`() throws {
        let templates = try MailTemplates([
            "reset.en.txt": Array("Subject: {app}: a new key\n\nAhoy {email}, {link}".utf8),
            "reset.en.html": Array("<style>p{color:red}</style><p>{app} <a href='{link}'>on</a>".utf8),
            "undo.de.txt": Array("Subject: Halt\r\n\r\n{link}".utf8),
        ])
        let reset = write(.reset, "en", app: "<Ship>", templates)
        #expect(reset.subject == "<Ship>: a new key")
        #expect(reset.text == "Ahoy ben@example.com, https://go.example.com/x?token=t")
        #expect(
            reset.html
                == "<style>p{color:red}</style><p>&lt;Ship&gt; <a href='https://go.example.com/x?token=t'>on</a>"
        )
        #expect(write(.undo, "de", app: "Ship", templates).html.contains("https://go.example.com/x?token=t"))
        #expect(write(.reset, "fr", app: "Ship", templates).subject == "Choisissez un nouveau mot de passe")
    }

    @Test func `every mistake of every file is told at once`() {
        let files: [String: [UInt8]] = [
            "reset.en.txt": Array("Hello\n{link}".utf8),
            "reset.xx.txt": Array("Subject: x\n\n{link}".utf8),
            "verification.de.txt": Array("Subject: x\n\n{name}".utf8),
            "undo.fr.html": Array("{link}".utf8),
            "password_reset.en.txt": Array("Subject: x\n\n{link}".utf8),
            "change.en.txt": [0xFF],
        ]
        #expect {
            _ = try MailTemplates(files)
        } throws: { error in
            let all = (error as? MailTemplates.Mistakes)?.all ?? []
            return all.count == 8
                && ["reset.en.txt: the first line", "reset.en.txt: no blank line", "reset.xx.txt: not KIND"]
                    .allSatisfy {
                        start in all.contains { $0.hasPrefix(start) }
                    }
                && all.contains("verification.de.txt: {name} is none of {app}, {email}, {link} and {detail}")
                && all.contains("verification.de.txt: {link} is missing")
                && all.contains("undo.fr.html: has no .txt beside it")
                && all.contains("password_reset.en.txt: {link}: this mail has none")
                && all.contains("change.en.txt: not UTF-8")
        }
    }

    private func write(
        _ kind: MailKind, _ language: String, app: String, _ templates: MailTemplates = MailTemplates()
    ) -> MailText {
        let link = !kind.hasLink ? nil : "https://go.example.com/x?token=t"
        let content = MailContent(
            kind: kind, recipient: EmailAddress("ben@example.com")!, language: language, link: link,
            detail: kind == .deletionAsked ? "2026-11-30" : "google")
        let profile = AppProfile(name: app, prefixes: [LinkPrefix("https://go.example.com")!])
        return MailWriter(templates).write(content, of: profile)
    }
}
