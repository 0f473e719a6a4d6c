internal import Accounts
internal import Referrals

/// A mail with the operator's own text: a subject, a blank line, the text.
struct MailTemplate {
    private static let names = ["app", "email", "link", "detail"]

    private let subject: String
    private let text: String
    /// Our HTML around the text, if there is no own one.
    var html: String?

    init(_ file: String) {
        let lines = Self.lines(of: file)
        subject = String(lines[0].dropFirst("Subject: ".count))
        text = lines.dropFirst(2).joined(separator: "\n")
    }

    static func mistakes(in file: String, of kind: MailKind, isHTML: Bool) -> [String] {
        var mistakes: [String] = []
        let lines = lines(of: file)
        if !isHTML {
            if !lines[0].hasPrefix("Subject: ") || lines[0].count <= 9 {
                mistakes.append("the first line isn't `Subject: …`")
            }
            if lines.count < 3 || !lines[1].isEmpty { mistakes.append("no blank line follows the subject") }
        }
        let used = placeholders(in: file)
        for name in used where !names.contains(name) {
            mistakes.append("{\(name)} is none of {app}, {email}, {link} and {detail}")
        }
        // Those of the version before had none there.
        let needsLink = kind.hasLink && kind != .passwordChanged
        if needsLink, !used.contains("link") { mistakes.append("{link} is missing") }
        if !kind.hasLink, used.contains("link") { mistakes.append("{link}: this mail has none") }
        return mistakes
    }

    func filled(for content: MailContent, app: String, _ words: MailWords) -> MailText {
        func fill(_ text: String, _ write: (String) -> String) -> String {
            text.replacing("{app}", with: write(app))
                .replacing("{email}", with: write(content.recipient.description))
                .replacing("{link}", with: write(content.link ?? ""))
                .replacing("{detail}", with: write(content.detail ?? ""))
        }
        let plain = fill(text, \.self)
        return MailText(
            app: app, subject: fill(subject, \.self), text: plain,
            html: html.map { fill($0, Self.escaped) } ?? Self.page(of: plain))
    }

    private static func page(of text: String) -> String {
        var writer = HTMLWriter()
        writer.doctype()
        writer.element("html") { writer in
            writer.element("body") { writer in
                writer.element("div", [.text("style", "white-space:pre-wrap")], text: text)
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func escaped(_ text: String) -> String {
        var writer = HTMLWriter()
        writer.text(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func lines(of file: String) -> [String] {
        file.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init)
    }

    /// Lower-case words in braces; a stylesheet's braces hold more than that.
    private static func placeholders(in text: String) -> [String] {
        text.matches(of: /\{([a-z_]+)\}/).map { String($0.1) }
    }
}
