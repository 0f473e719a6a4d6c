import Testing

/// That what people read in the code becomes easier to read: comments, errors, logs, help and schema texts.
struct ProseTests {
    private static let sentenceWordsMax = 30

    @Test func `banned phrases in the sources only become fewer`() throws {
        for (module, files) in try modules() {
            let found = files.flatMap { file in
                ProseCounts.phrases(in: SourceProse.text(of: file)).map { "\(file.path): \($0)" }
            }
            expect(found, atMost: ProseCounts.bannedPhrases[module] ?? 0, in: module)
        }
    }

    @Test func `a comment's sentence has 30 words at most, and doesn't begin with Who or What`() throws {
        for file in try Sources.files(in: "Sources") {
            let comments = SourceProse.comments(of: file)
            expect(long(comments) + clauses(comments), atMost: 0, in: file.path)
        }
    }

    @Test func `the API's description has no banned phrase, and few sentences of more than 30 words`() throws
    {
        let texts = try SourceProse.descriptions(of: "Documentation/reference/openapi.json")
        #expect(texts.count > 1_000)
        let found = texts.flatMap(ProseCounts.phrases)
        expect(found, atMost: 0, in: "openapi.json")
        expect(long(texts), atMost: ProseCounts.longDescriptions, in: "openapi.json")
    }

    @Test func `comments and phrases are found as people read them`() {
        let file = Sources.File(
            path: "Sources/A/B.swift",
            text: """
                /// Pays whom it
                /// is due to.
                let nobodys = 1  // the same
                // again
                """)
        #expect(SourceProse.comments(of: file) == ["Pays whom it is due to.", "again"])
        #expect(ProseCounts.phrases(in: SourceProse.text(of: file)) == ["whom", "the same again"])
    }

    private func modules() throws -> [String: [Sources.File]] {
        Dictionary(grouping: try Sources.files(in: "Sources"), by: \.module)
    }

    private func long(_ blocks: [String]) -> [String] {
        sentences(blocks).filter { sentence in
            sentence.filter { $0.contains { $0.isLetter || $0.isNumber } }.count > Self.sentenceWordsMax
        }.map { $0.joined(separator: " ") }
    }

    private func clauses(_ blocks: [String]) -> [String] {
        sentences(blocks).filter {
            ["What", "Who", "Whose"].contains($0[0]) && $0.last?.hasSuffix("?") == false
        }.map { $0.joined(separator: " ") }
    }

    private func sentences(_ blocks: [String]) -> [[Substring]] {
        Page("", text: blocks.joined(separator: "\n\n")).sentences
    }

    private func expect(_ found: [String], atMost accepted: Int, in part: String) {
        #expect(found.count <= accepted, "\(part) has more than \(accepted): \(found)")
        #expect(found.count >= accepted, "\(part) has only \(found.count): lower ProseCounts")
    }
}
