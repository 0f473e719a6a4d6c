internal import Basics

/// A User-Agent as the words in it: what is between the brackets, slashes and blanks, in lower case.
struct AgentWords {
    let all: [String]

    /// Reads at most `Visitor.agentBytesMax`.
    init(_ bytes: [UInt8]) {
        all = bytes.split { !$0.isAlphanumeric }.map { word in
            String(decoding: word.map(\.lowercased), as: UTF8.self)
        }
    }

    func has(_ word: String) -> Bool { all.contains(word) }

    func has(_ first: String, then second: String) -> Bool {
        zip(all, all.dropFirst()).contains { $0 == first && $1 == second }
    }

    /// The numbers right after a word, joined by dots: `os 17 4` is `17.4`.
    func version(after words: Set<String>) -> String? {
        for (index, word) in all.enumerated() where words.contains(word) {
            let numbers = all[(index + 1)...].prefix {
                $0.utf8.count <= 4 && $0.utf8.allSatisfy(\.isDigit)
            }
            if !numbers.isEmpty { return numbers.prefix(4).joined(separator: ".") }
        }
        return nil
    }
}
