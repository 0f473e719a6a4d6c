import FoundationEssentials

/// A page of the documentation: its prose in blocks, without code and tables' rules, and its links.
///
/// Plain searches, since regular expressions over all pages take seconds in a debug build.
struct Page {
    /// From the root of the project.
    let path: String
    /// A paragraph, an item of a list or a cell of a table each; inline code is an `X`.
    let blocks: [String]
    let headings: [String]

    init(_ path: String) throws {
        self.init(path, text: try Sources.text(path))
    }

    init(_ path: String, text: String) {
        self.path = path
        var reader = PageReader()
        for line in text.components(separatedBy: "\n") { reader.read(line) }
        reader.end()
        blocks = reader.blocks.map(Self.withoutCode)
        headings = reader.headings
    }

    /// README, CONTRIBUTING and the like, and all of Documentation.
    static func all() throws -> [Page] {
        let folder = Sources.root.appending(path: "Documentation").path()
        let pages = try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
            .filter { $0.hasSuffix(".md") }.map { "Documentation/" + $0 }
        let top = try Sources.names(in: ".").filter { $0.hasSuffix(".md") }
        return try (top + pages).map { try Page($0) }
    }

    /// Where its links lead, as they are written, addresses elsewhere left out.
    var links: [String] {
        blocks.flatMap { block in
            block.components(separatedBy: "](").dropFirst().map { String($0.prefix { $0 != ")" }) }
        }.filter { !$0.contains(":") }
    }

    /// The anchors of its headings, as GitHub makes them.
    var anchors: Set<String> {
        var counts: [String: Int] = [:]
        return Set(
            headings.map { heading in
                let kept = Self.withoutTargets(heading).lowercased()
                    .filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
                let anchor = String(kept.trimmed.map { $0 == " " ? "-" : $0 })
                counts[anchor, default: -1] += 1
                return counts[anchor] == 0 ? anchor : "\(anchor)-\(counts[anchor] ?? 0)"
            })
    }

    /// The words of each sentence.
    var sentences: [[Substring]] {
        blocks.filter { !$0.hasPrefix("![") }.flatMap { block in
            var (sentences, words): ([[Substring]], [Substring]) = ([], [])
            for word in Self.withoutTargets(block).split(separator: " ") {
                words.append(word)
                guard let end = word.last(where: { !"\")".contains($0) }), ".!?".contains(end) else {
                    continue
                }
                sentences.append(words)
                words = []
            }
            return words.isEmpty ? sentences : sentences + [words]
        }
    }

    /// `[text](target)` as `text`, without marks.
    static func withoutTargets(_ text: String) -> String {
        let parts = text.components(separatedBy: "](")
        let rest = parts.dropFirst().map { $0.drop { $0 != ")" }.dropFirst() }
        return (parts[0] + rest.joined()).filter { !"[*".contains($0) }
    }

    private static func withoutCode(_ text: String) -> String {
        let parts = text.components(separatedBy: "`")
        return stride(from: 0, to: parts.count, by: 2).map { parts[$0] }.joined(separator: "X")
    }
}

/// Takes a page apart, line by line.
struct PageReader {
    private(set) var blocks: [String] = []
    private(set) var headings: [String] = []
    private var lines: [String] = []
    private var isCode = false

    mutating func read(_ line: String) {
        let text = line.trimmed
        if text.hasPrefix("```") {
            end()
            isCode.toggle()
        } else if isCode {
            return
        } else if text.isEmpty || text.hasPrefix("<!--") {
            end()
        } else if text.hasPrefix("#") {
            end()
            headings.append(String(text.drop { $0 == "#" }))
        } else if text.hasPrefix("|") {
            end()
            blocks += cells(text).filter { cell in cell.contains { !":- ".contains($0) } }
        } else {
            let rest = text.drop { $0.isNumber }
            if text.hasPrefix("- ") || (rest != text[...] && rest.hasPrefix(". ")) { end() }
            lines.append(text.hasPrefix("- ") ? String(text.dropFirst(2)) : text)
        }
    }

    mutating func end() {
        if !lines.isEmpty { blocks.append(lines.joined(separator: " ")) }
        lines = []
    }

    /// A bar within code belongs to the cell.
    private func cells(_ row: String) -> [String] {
        var (cells, cell, isCode) = ([String](), "", false)
        for character in row.dropFirst() {
            if character == "`" { isCode.toggle() }
            if character == "|", !isCode {
                cells.append(cell.trimmed)
                cell = ""
            } else {
                cell.append(character)
            }
        }
        return cells
    }
}

extension String {
    /// Each phrase as often as it occurs between characters that are no letters.
    func occurrences(of phrases: [String]) -> [String] {
        phrases.flatMap { phrase in
            let parts = components(separatedBy: phrase)
            return zip(parts, parts.dropFirst()).filter { before, after in
                before.last?.isLetter != true && after.first?.isLetter != true
            }.map { _ in phrase }
        }
    }

    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
