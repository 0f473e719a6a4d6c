import Pages
import Testing

@testable import Console
@testable import Referrals

/// The texts of the console are complete in each of its languages.
struct ConsoleWordsTests {
    @Test(arguments: Words.languages) func `each text is there`(_ language: PageLanguage) throws {
        let file = try TextFile<Word>(named: "console.\(language.rawValue).txt")
        #expect(file.texts.count == Word.allCases.count)
    }

    @Test func `the texts of a language have the names in braces that the English ones have`() {
        let english = Words(in: .english)
        for language in Words.languages {
            let words = Words(in: language)
            for word in Word.allCases {
                #expect(names(in: words[word]) == names(in: english[word]), "\(language) \(word)")
            }
        }
    }

    @Test func `numbers and times are written as the language writes them`() {
        #expect(Words(in: .english).number(-1_234_567) == "−1,234,567")
        #expect(Words(in: .german).number(1_234) == "1.234")
        #expect(Words(in: .german).number(999) == "999")
        #expect(Words(in: .english).ratio(0.5) == "0.50")
        #expect(Words(in: .german).ratio(12.346) == "12,35")
        #expect(Words(in: .english).ratio(nil) == "–")
    }

    @Test func `a visitor without a language of the console reads English`() {
        #expect(Words(in: .japanese).language == .english)
        #expect(Words(in: .german).language == .german)
    }

    private func names(in text: String) -> Set<String> {
        Set(
            text.split(separator: "{").dropFirst().compactMap {
                $0.split(separator: "}").first.map(String.init)
            })
    }

    @Test func `each reason of the domain's has a text, the English one as the API has it`() {
        let words = Words(in: .english)
        for (code, text) in RuleExplanation.Reason.texts {
            #expect(Word.reasons[code].map { words[$0] } == text, "\(code)")
        }
    }
}
