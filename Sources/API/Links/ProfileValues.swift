internal import Basics
internal import Forms
internal import HTTP
internal import JSON
internal import Links

/// Values of the app profile out of text; each says what it wants.
enum ProfileValues {
    static let channelsMax = 64

    static func prefix(_ text: String) throws(FieldError) -> LinkPrefix {
        let prefix = try LinkValues.prefix(text)
        guard !prefix.isReserved else {
            let names = ReservedCodes.names.sorted().map { "/\($0)" }.joined(separator: ", ")
            return try FieldValues.refuse("On every host the API has paths below these: \(names).")
        }
        return prefix
    }

    /// Invites to a short link of ours would lead in a circle.
    static func inviteLink(below prefixes: [LinkPrefix]) -> (String) throws(FieldError) -> WebURL {
        { text throws(FieldError) in
            let url = try LinkValues.url(text)
            guard !prefixes.contains(where: { $0.covers(url) }) else {
                return try FieldValues.refuse("The invite link must not be below a prefix of short links.")
            }
            return url
        }
    }

    static func pattern(_ text: String) throws(FieldError) -> URLPattern {
        do throws(URLPattern.Mistake) {
            return try URLPattern(text)
        } catch {
            return try FieldValues.refuse(error.detail)
        }
    }

    static func playerCards(_ text: String) throws(FieldError) -> AppProfile.PlayerCards {
        guard let cards = AppProfile.PlayerCards(rawValue: text) else {
            return try FieldValues.refuse("Must be one of any, own_pictures and none.")
        }
        return cards
    }

    /// As stores know it: one to four numbers.
    static func version(_ text: String) throws(FieldError) -> String {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isRight =
            (1...4).contains(parts.count)
            && parts.allSatisfy { (1...6).contains($0.count) && $0.allSatisfy(\.isDigit) }
        return try accept(text, isRight, "A version has one to four numbers, as 2.4.0.")
    }

    static func packageName(_ text: String) throws(FieldError) -> String {
        let name = try LinkValues.identifier(text)
        return try accept(
            name, name.contains("."), "A package name has two parts or more, as com.example.game.")
    }

    static func appIDPrefix(_ text: String) throws(FieldError) -> String {
        let isPrefix = text.utf8.count == 10 && text.utf8.allSatisfy { $0.isDigit || $0.isUppercaseLetter }
        return try accept(text, isPrefix, "An App ID prefix has ten capital letters and digits.")
    }

    /// `AB:CD:…`, 32 bytes, as keytool prints them and Android wants them.
    static func fingerprint(_ text: String) throws(FieldError) -> String {
        let bytes = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let isRight =
            bytes.count == 32 && bytes.allSatisfy { $0.count == 2 && $0.allSatisfy { $0.hexValue != nil } }
        return try accept(text.uppercased(), isRight, "A SHA-256 fingerprint is 32 bytes, as AB:CD:….")
    }

    /// Of a query, as it is written in one.
    static func parameter(_ text: String) throws(FieldError) -> String {
        let isName =
            (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isAlphanumeric || "-_.~".utf8.contains($0) }
        return try accept(text, isName, "A name has 1 to 64 letters, digits, hyphens and similar characters.")
    }

    /// On every host, so that nothing else may be there.
    static func appLinksPath(beside prefixes: [LinkPrefix]) -> (String) throws(FieldError) -> String {
        { text throws(FieldError) in
            guard let path = LinkPrefix("https://x" + text)?.path, path == text, !text.isEmpty else {
                return try FieldValues.refuse("A path is needed, such as /invite or /app/links.")
            }
            let first = text.split(separator: "/").first.map(String.init) ?? ""
            guard !ReservedCodes.names.contains(first), !pages.contains(first),
                !prefixes.contains(where: { $0.path == text })
            else { return try FieldValues.refuse("The path is already in use.") }
            return text
        }
    }

    /// Beside what `ReservedCodes` has.
    private static let pages: Set = ["openapi.json", "docs", "favicon.ico", "apple-touch-icon.png"]

    static func colour(_ text: String) throws(FieldError) -> Colour {
        guard let colour = Colour(text) else {
            return try FieldValues.refuse("A colour is # and six hexadecimal digits, such as #0b5cad.")
        }
        return colour
    }

    static func key(_ text: String) throws(FieldError) -> String {
        let isKey = (8...200).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return try accept(text, isKey, "A key has 8 to 200 characters without spaces.")
    }

    static func hash(_ text: String) throws(FieldError) -> String {
        let isHash = text.utf8.count == 64 && text.utf8.allSatisfy { $0.hexValue != nil }
        return try accept(text.lowercased(), isHash, "A SHA-256 hash is 64 hexadecimal digits.")
    }

    /// `email`, `sms`, `default`.
    static func isChannel(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isDigit || $0.isLowercaseLetter || "_-.".utf8.contains($0) }
    }

    private static func accept(
        _ text: String, _ isRight: Bool, _ detail: String
    ) throws(FieldError) -> String {
        isRight ? text : try FieldValues.refuse(detail)
    }

}
