import FoundationEssentials

/// What people read of a Swift file, and of a description in JSON.
enum SourceProse {
    /// The whole text on one line, without the marks that begin comments and end lines of a string: a phrase
    /// may go over the end of a line.
    static func text(of file: Sources.File) -> String {
        file.lines.map(\.unmarked).joined(separator: " ").lowercased()
    }

    /// Blocks of comment lines, each joined.
    static func comments(of file: Sources.File) -> [String] {
        var (blocks, block): ([String], [String]) = ([], [])
        for line in file.lines + [""] {
            let text = line.drop { $0 == " " }
            let words = line.unmarked
            let isItem = words.hasPrefix("- ") || words.hasPrefix("|")
            if !text.hasPrefix("//") || words.isEmpty || isItem {
                if !block.isEmpty { blocks.append(block.joined(separator: " ")) }
                block = []
            }
            if text.hasPrefix("//"), !words.isEmpty { block.append(words) }
        }
        return blocks
    }

    /// Each `description` of a JSON document.
    static func descriptions(of path: String) throws -> [String] {
        try Sources.text(path).replacing("\": \"", with: "\":\"").components(
            separatedBy: "\"description\":\""
        ).dropFirst().map { rest in
            let end = rest.firstRange(of: "\"") ?? rest.endIndex..<rest.endIndex
            var text = rest[..<end.lowerBound]
            var tail = rest[end.lowerBound...].dropFirst()
            while text.last == "\\" {
                let next = tail.firstIndex(of: "\"") ?? tail.endIndex
                text = rest[..<next]
                tail = tail[next...].dropFirst()
            }
            return String(text).replacing("\\\"", with: "'").replacing("\\n", with: " ")
        }
    }
}

extension String {
    fileprivate var unmarked: String {
        var text = self[...].drop { $0 == " " }
        if text.hasPrefix("//") { text = text.drop { $0 == "/" }.drop { $0 == " " } }
        while text.last == " " || text.last == "\\" { text = text.dropLast() }
        return String(text)
    }
}
