internal import Accounts
internal import Service

/// What mails about an account say, and the pages that their links lead to, in one language.
struct MailTexts {
    /// In the order of each language's lines.
    enum Line: Int, CaseIterable {
        case verify, verifyText, reset, resetText, change, changeText, undo, undoText, keep
        case passwordChanged, passwordChangedText, ignore
        case newPassword, done, confirmed, signIn, gone, goneText, weak
        case breached, delete, deleteText, deleteAsk, deleteWhat, email, send, deleteSent, emailWrong
        case deleteConfirm, deleteDone
        case added, addedText, removed, removedText, undoButton, undoChange, undone, passwordChangedUndo
        case emailChanged, emailChangedText, deletionAsked, deletionAskedText, waysLeft
        case release, releaseText, releaseButton, notMine, released, verifyWays, resetLater, appSignIn
        case accountChanged
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

    /// A line for each of `Line`, as a test holds; `{app}`, `{email}`, `{date}`, `{way}` and `{ways}` are
    /// filled in.
    static let texts = western.merging(eastern) { first, _ in first }
        .merging(leaving) { first, then in "\(first)\n\(then)" }
        .merging(recoveryWestern) { first, then in "\(first)\n\(then)" }
        .merging(recoveryCentral) { first, then in "\(first)\n\(then)" }
        .merging(recoveryEastern) { first, then in "\(first)\n\(then)" }

    /// What a provider is called: Apple and Google by their names, others as the service names them.
    func name(of provider: String) -> String {
        provider.prefix(1).uppercased() + provider.dropFirst()
    }

    /// The ways into an account in one line.
    func names(of ways: WaysBesides) -> String {
        (ways.providers.map(name) + (ways.hasExternalID ? [self[.appSignIn]] : [])).joined(separator: ", ")
    }
}
