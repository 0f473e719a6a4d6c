internal import Basics

/// Names of apps, and possible URL schemes of theirs.
extension AppProfile {
    package static let identifierLengths = 1...255

    /// A package name, a bundle id or a scheme: letters, digits, `.`, `-`, `_` and `+`, a letter first.
    package static func isIdentifier(_ text: String) -> Bool {
        identifierLengths.contains(text.utf8.count)
            && text.utf8.first?.isLetter == true
            && identifierBytes.holds(text)
    }

    private static let identifierBytes = ByteSet(alphanumericsAnd: ".-_+")

    /// Digits, as the App Store gives them.
    package static func isAppStoreID(_ text: String) -> Bool {
        (1...20).contains(text.utf8.count) && text.utf8.allSatisfy(\.isDigit)
    }

    /// Schemes that a browser acts on by itself: none of them opens an app.
    private static let browserSchemes: Set = [
        "http", "https", "javascript", "data", "vbscript", "file", "blob", "about", "ftp", "ws", "wss",
        "intent",
        "filesystem", "view-source", "mailto", "tel", "sms", "itms", "itms-apps", "itms-appss", "market",
    ]

    /// A scheme that may be an app's own.
    package static func isCustomScheme(_ text: String) -> Bool {
        isIdentifier(text) && !browserSchemes.contains(text.lowercased())
    }
}
