import Testing

@testable import Pages

/// The files of the languages: each has all there is to say, and names what is to be filled in.
struct TextsTests {
    private static let placeholders: [(names: Set<String>, keys: [TextKey])] = [
        (
            ["app"],
            [
                .opensOnceInstalled, .resetText, .undoText, .passwordChangedText, .passwordChangedUndo,
                .emailChangedText, .accountChanged, .deleteText, .deleteAsk,
                .deletionCancelledText,
            ]
        ),
        (["app", "date"], [.deleteConfirm, .deletionAskedText]),
        (["app", "email"], [.changeText, .releaseText]),
        (["app", "name"], [.invites]),
        (["app", "way"], [.addedText, .removedText]),
        (["date"], [.resetLater, .deleteDone]),
        (["email"], [.verifyText, .confirmed, .released]),
        (["ways"], [.verifyWays, .waysLeft]),
    ]

    @Test(arguments: PageLanguage.allCases)
    func `every language has every key, no other, and the same placeholders`(_ language: PageLanguage) throws
    {
        let texts = try TextFile<TextKey>(language.file).texts
        #expect(texts.count == TextKey.allCases.count)
        for (key, text) in zip(TextKey.allCases, texts) {
            let braces = text.filter { "{}".contains($0) }.count
            let names = Self.placeholders.first { $0.keys.contains(key) }?.names ?? []
            let found = text.matches(of: /\{([^}]*)\}/).map { String($0.1) }
            #expect(Set(found) == names && braces == 2 * found.count, "\(key)")
        }
        // How long a change can be undone.
        for key in [TextKey.addedText, .removedText] { #expect(texts[key.rawValue].contains("72")) }
    }

    /// A text that was forgotten when another language's were copied.
    @Test func `no two languages say a thing alike at length`() throws {
        let all = PageLanguage.allCases.map { Texts(in: $0) }
        for key in TextKey.allCases where Texts(in: .english)[key].count > 30 {
            #expect(Set(all.map { $0[key] }).count == all.count, "\(key)")
        }
    }

    @Test func `every mistake of a file is told`() throws {
        let good = String(decoding: PageLanguage.english.file, as: UTF8.self)
        func mistakes(_ change: (String) -> String) throws -> [String] {
            let bytes = Array(change(good).utf8)
            let error = #expect(throws: TextFile<TextKey>.Mistakes.self) { try TextFile<TextKey>(bytes) }
            return try #require(error).all
        }
        #expect(try mistakes { $0 + "nobody = Nobody\n" } == ["no text: nobody = Nobody"])
        #expect(try mistakes { $0 + "open=Open\n" } == ["no text: open=Open"])
        #expect(try mistakes { $0 + "open = Open\n" } == ["twice: open"])
        #expect(
            try mistakes { $0.replacing("\nopen = Open\n", with: "\nopen = \n") }
                == ["no text: open = ", "missing: open"])
    }

    @Test func `a space that ends no line and a place that may are marks of the files`() throws {
        let text = String(decoding: PageLanguage.english.file, as: UTF8.self)
        let file = try TextFile<TextKey>(
            Array(text.replacing("\nopen = Open\n", with: "\nopen = a~b|c = d\n").utf8))
        #expect(file.texts[TextKey.open.rawValue] == "a\u{A0}b\u{200B}c = d")
    }
}
