import FoundationEssentials

/// What a page of `Documentation/` asks its readers to paste: its `sh` blocks whole, of its `console` blocks
/// what stands behind a `$ `, in the order of the page.
struct PageScript {
    let text: String

    /// - Parameter page: its path from the root of the project.
    init(page: String) throws {
        self.init(markdown: try String(contentsOf: URL(filePath: Self.path(of: page)), encoding: .utf8))
    }

    init(markdown: String) {
        var commands: [String] = []
        var language: String?
        var isCommand = false
        for line in markdown.components(separatedBy: "\n") {
            if line.hasPrefix("```") {
                language = language == nil ? String(line.dropFirst(3)) : nil
                isCommand = false
            } else if language == "sh" {
                commands.append(line)
            } else if language == "console", isCommand || line.hasPrefix("$ ") {
                if isCommand { commands[commands.count - 1] += "\n" + line }
                if !isCommand { commands.append(String(line.dropFirst(2))) }
                isCommand = Self.goesOn(commands[commands.count - 1])
            }
        }
        text = commands.joined(separator: "\n")
    }

    static func path(of file: String) -> String {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: file).path()
    }

    /// What the script sets, as far as it begins a line or follows another one there.
    var variables: Set<String> {
        Set(text.matches(of: /(?:^|[ \n])([A-Z_]+)=/).map { String($0.1) })
    }

    /// Whether a command's next line belongs to it: it ends in a backslash, or within single quotes.
    private static func goesOn(_ command: String) -> Bool {
        command.hasSuffix("\\") || !command.filter { $0 == "'" }.count.isMultiple(of: 2)
    }
}
