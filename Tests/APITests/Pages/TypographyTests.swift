import Testing

@testable import API

/// How texts are set: with the marks of their language, and with none of a typewriter's.
struct TypographyTests {
    /// What a quotation stands between.
    private static let quotes: [PageLanguage: (open: String, close: String)] = [
        .arabic: ("«", "»"), .chineseSimplified: ("“", "”"), .chineseTraditional: ("「", "」"),
        .dutch: ("‘", "’"), .english: ("“", "”"), .french: ("«\u{A0}", "\u{A0}»"), .german: ("„", "“"),
        .hebrew: ("״", "״"), .hindi: ("“", "”"), .indonesian: ("“", "”"), .italian: ("«", "»"),
        .japanese: ("「", "」"), .korean: ("‘", "’"), .polish: ("„", "”"), .portuguese: ("“", "”"),
        .russian: ("«", "»"), .spanish: ("«", "»"), .turkish: ("“", "”"), .ukrainian: ("«", "»"),
    ]

    /// All that a page says of its own.
    private static func texts(in language: PageLanguage) -> [String] {
        strings(in: PageTexts(in: language)) + strings(in: InviteTexts(in: language))
            + strings(in: DebugTexts(in: language)) + strings(in: PageTexts.refused(in: language))
            + strings(in: PageTexts.switchedOff(in: language))
            + strings(in: InviteTexts.copying(in: language))
    }

    private static func strings(in value: Any) -> [String] {
        if let text = value as? String { return [text] }
        return Mirror(reflecting: value).children.flatMap { strings(in: $0.value) }
    }

    @Test(arguments: PageLanguage.allCases)
    func `apostrophes, dashes and spaces are a printer's`(_ language: PageLanguage) {
        let texts = Self.texts(in: language)
        #expect(texts.count == 41)
        for text in texts {
            #expect(!text.contains { "'\"`´".contains($0) }, "\(text)")
            for mark in ["...", " - ", "--", "  "] { #expect(!text.contains(mark), "\(text)") }
            #expect(text.first?.isWhitespace == false && text.last?.isWhitespace == false, "\(text)")
        }
    }

    @Test(arguments: PageLanguage.allCases)
    func `a button is quoted by what it says, as its language quotes`(_ language: PageLanguage) throws {
        let page = PageTexts(in: language)
        let quote = try #require(Self.quotes[language])
        #expect(page.opensOnceInstalled.contains(quote.open + page.open + quote.close))
        let foreign = Self.marks.filter { !(quote.open + quote.close).contains($0) }
        for text in Self.texts(in: language) {
            #expect(!text.contains { foreign.contains($0) }, "\(text)")
        }
    }

    /// Of all of them, but for the apostrophe.
    private static let marks = quotes.values.map { $0.open + $0.close }.joined()
        .filter { $0 != "’" && $0 != "\u{A0}" }
}
