/// Which folders of a module name types that other folders declare. Types that two folders declare are left
/// out, and so is what an extension adds.
struct FolderGraph {
    private var uses: [String: Set<String>] = [:]

    init(of files: [Sources.File]) {
        let words = files.map { file in
            (folder: Self.folder(of: file), words: Self.words(in: file))
        }
        var homes: [Substring: Set<String>] = [:]
        for file in files {
            for name in Self.types(in: file) { homes[name, default: []].insert(Self.folder(of: file)) }
        }
        let home = homes.compactMapValues { $0.count == 1 ? $0.first : nil }
        for (folder, words) in words {
            uses[folder, default: []].formUnion(words.compactMap { home[$0] }.filter { $0 != folder })
        }
    }

    /// The folders that reach themselves, sorted; none where there is no cycle.
    var cycle: [String] {
        uses.keys.filter { reached(from: $0).contains($0) }.sorted()
    }

    private func reached(from folder: String) -> Set<String> {
        var seen: Set<String> = []
        var open = Array(uses[folder] ?? [])
        while let next = open.popLast() {
            if seen.insert(next).inserted { open += uses[next] ?? [] }
        }
        return seen
    }

    private static func folder(of file: Sources.File) -> String {
        file.path.split(separator: "/").dropFirst(2).dropLast().joined(separator: "/")
    }

    private static func types(in file: Sources.File) -> [Substring] {
        let declaration =
            /^(?:package |public )?(?:final |indirect )*(?:struct|class|enum|protocol|actor) (\w+)/
        return file.lines.compactMap { $0.prefixMatch(of: declaration)?.1 }
    }

    /// Those of code, not of texts.
    private static func words(in file: Sources.File) -> Set<Substring> {
        let (word, text) = (/\b[A-Z]\w+/, /"[^"]*"/)
        var isText = false
        var words: Set<Substring> = []
        for line in file.code {
            if line.text.contains("\"\"\"") { isText.toggle() }
            if isText { continue }
            words.formUnion(line.text.replacing(text, with: "").matches(of: word).map(\.output))
        }
        return words
    }
}
