import Testing

@testable import API
@testable import Pages

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

    /// All that pages of links say.
    private static func texts(in language: PageLanguage) -> [String] {
        let texts = Texts(in: language)
        return TextKey.allCases.prefix { $0 != .verify }.map { texts[$0] }
    }

    @Test(arguments: PageLanguage.allCases)
    func `apostrophes, dashes and spaces are a printer's`(_ language: PageLanguage) {
        let texts = Self.texts(in: language)
        #expect(texts.count == 40)
        for text in texts {
            #expect(!text.contains { "'\"`´".contains($0) }, "\(text)")
            for mark in ["...", " - ", "--", "  "] { #expect(!text.contains(mark), "\(text)") }
            #expect(text.first?.isWhitespace == false && text.last?.isWhitespace == false, "\(text)")
        }
    }

    @Test(arguments: PageLanguage.allCases)
    func `a button is quoted by what it says, as its language quotes`(_ language: PageLanguage) throws {
        let texts = Texts(in: language)
        let quote = try #require(Self.quotes[language])
        #expect(texts[.opensOnceInstalled].contains(quote.open + texts[.open] + quote.close))
        let foreign = Self.marks.filter { !(quote.open + quote.close).contains($0) }
        for text in Self.texts(in: language) {
            #expect(!text.contains { foreign.contains($0) }, "\(text)")
        }
    }

    /// Of all of them, but for the apostrophe.
    private static let marks = quotes.values.map { $0.open + $0.close }.joined()
        .filter { $0 != "’" && $0 != "\u{A0}" }
}
