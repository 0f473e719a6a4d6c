/// What mails about an account say, and the pages that their links lead to, in one language.
struct MailTexts {
    /// In the order of each language's lines.
    enum Line: Int, CaseIterable {
        case verify, verifyText, reset, resetText, change, changeText, undo, undoText, keep
        case passwordChanged, passwordChangedText, ignore
        case newPassword, done, confirmed, signIn, kept, gone, goneText, weak
        case breached, delete, deleteText, deleteAsk, deleteWhat, email, send, deleteSent, emailWrong
        case deleteConfirm, deleteDone
    }

    private let lines: [String]

    init(in language: PageLanguage) {
        lines = Self.byLanguage[language] ?? []
    }

    subscript(_ line: Line) -> String {
        lines.indices.contains(line.rawValue) ? lines[line.rawValue] : ""
    }

    private static let byLanguage: [PageLanguage: [String]] = texts.mapValues { text in
        text.split(separator: "\n").map(String.init)
    }

    /// A line for each of `Line`, as a test holds; `{app}`, `{email}` and `{date}` are filled in.
    static let texts = western.merging(eastern) { first, _ in first }
        .merging(leaving) { first, then in "\(first)\n\(then)" }
}
