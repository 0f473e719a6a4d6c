internal import Referrals

/// Mails with the operator's own texts: files in a folder, each `KIND.LANGUAGE.txt`, some with a `.html`
/// beside it. All are checked when the service starts.
package struct MailTemplates: Sendable {
    package struct Mistakes: Error, Equatable {
        package let all: [String]
    }

    struct Key: Hashable {
        let kind: MailKind
        let language: PageLanguage
    }

    private var texts: [Key: MailTemplate] = [:]

    /// None: all mails are in our words.
    package init() {}

    /// - Parameter files: by name.
    package init(_ files: [String: [UInt8]]) throws(Mistakes) {
        var mistakes: [String] = []
        var html: [Key: String] = [:]
        for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
            guard let (key, isHTML) = Self.key(of: name) else {
                mistakes.append("\(name): not KIND.LANGUAGE.txt or .html; \(Self.names)")
                continue
            }
            guard let text = String(validating: bytes, as: UTF8.self) else {
                mistakes.append("\(name): not UTF-8")
                continue
            }
            mistakes += MailTemplate.mistakes(in: text, of: key.kind, isHTML: isHTML).map { "\(name): \($0)" }
            if isHTML { html[key] = text } else { texts[key] = MailTemplate(text) }
        }
        for (key, text) in html {
            if texts[key] == nil { mistakes.append("\(Self.name(of: key)).html: has no .txt beside it") }
            texts[key]?.html = text
        }
        guard mistakes.isEmpty else { throw Mistakes(all: mistakes) }
    }

    /// Nil where ours are to be taken.
    func template(_ kind: MailKind, in language: PageLanguage) -> MailTemplate? {
        texts[Key(kind: kind, language: language)]
    }

    private static func name(of key: Key) -> String { "\(key.kind.rawValue).\(key.language.rawValue)" }

    private static func key(of name: String) -> (Key, isHTML: Bool)? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let kind = MailKind(rawValue: parts[0]),
            let language = PageLanguage(rawValue: parts[1]), ["txt", "html"].contains(parts[2])
        else { return nil }
        return (Key(kind: kind, language: language), parts[2] == "html")
    }

    private static let names =
        "kinds: \(MailKind.allCases.map(\.rawValue).joined(separator: ", ")); languages: "
        + PageLanguage.allCases.map(\.rawValue).joined(separator: ", ")
}
