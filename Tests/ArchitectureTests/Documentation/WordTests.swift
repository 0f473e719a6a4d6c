import Testing

/// That a word means one thing: see `Documentation/Words.md`.
struct WordTests {
    @Test func `words with several meanings only become fewer in the sources`() throws {
        let modules = Dictionary(grouping: try Sources.files(in: "Sources"), by: \.module)
        for (module, files) in modules {
            let found = files.flatMap { file in
                file.text.words.filter { WordCounts.ambiguous[$0.lowercased()]?.contains(module) == false }
                    .map { "\(file.path): \($0)" }
            }
            let accepted = WordCounts.ambiguousCounts[module] ?? 0
            #expect(found.count <= accepted, "\(module) has more than \(accepted): \(found)")
            #expect(found.count >= accepted, "\(module) has only \(found.count): lower WordCounts")
        }
    }

    @Test func `no former name comes back`() throws {
        for file in try Sources.files(in: "Sources", "Tests")
        where !file.path.hasSuffix("/WordCounts.swift") {
            let found = file.text.words.filter(WordCounts.former.contains)
            #expect(found.isEmpty, "\(file.path): \(found)")
        }
    }

    @Test func `words are found as they are written`() {
        let text = "let place = Place(reward_places, in: \"a place\")  // displaced"
        #expect(
            text.words == ["let", "place", "Place", "reward_places", "in", "a", "place", "displaced"])
    }
}

extension String {
    /// Runs of ASCII letters, digits and underscores.
    fileprivate var words: [String] {
        utf8.split { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): false
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): false
            default: true
            }
        }.map { String(Substring($0)) }
    }
}
