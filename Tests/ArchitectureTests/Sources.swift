import FoundationEssentials

/// The project's files as they are on disk, found from where this one was compiled.
///
/// A regular expression that is written within a loop over lines is compiled for each of them.
enum Sources {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// A Swift file; lines count from 1.
    struct File {
        /// From the root of the project.
        let path: String
        let text: String
        let lines: [String]
        /// Lines without comments, each with its number. Good enough here: no string of ours holds `//` but
        /// URLs.
        let code: [(number: Int, text: String)]

        init(path: String, text: String) {
            self.path = path
            self.text = text
            lines = text.components(separatedBy: "\n")
            code = lines.enumerated().map { ($0 + 1, Self.code(of: $1)) }
        }

        var module: String { String(path.split(separator: "/").dropFirst().first ?? "") }

        /// The modules that it imports.
        var imports: [String] {
            let importing = /(?:@testable )?(?:internal |package |public )?import (?:\w+ )?([\w.]+)/
            return lines.compactMap { $0.wholeMatch(of: importing).map { String($0.1) } }
        }

        /// By bytes, since a regular expression takes seconds over all files.
        private static func code(of line: String) -> String {
            let bytes = Array(line.utf8)
            for index in bytes.indices.dropLast() where bytes[index...].starts(with: "//".utf8) {
                if index == 0 { return "" }
                if bytes[index - 1] == UInt8(ascii: " ") {
                    return String(decoding: bytes[..<(index - 1)], as: UTF8.self)
                }
            }
            return line
        }
    }

    private static let filesOfFolders = ["Sources", "Tests"].reduce(into: [:]) { files, folder in
        files[folder] = Result { try load(folder) }
    }

    /// All Swift files below these folders, which are read once.
    static func files(in folders: String...) throws -> [File] {
        try folders.flatMap { try filesOfFolders[$0]?.get() ?? load($0) }
    }

    private static func load(_ folder: String) throws -> [File] {
        let url = root.appending(path: folder)
        return try FileManager.default.subpathsOfDirectory(atPath: url.path()).sorted()
            .filter { $0.hasSuffix(".swift") }
            .map { path in
                File(
                    path: "\(folder)/\(path)",
                    text: try String(contentsOf: url.appending(path: path), encoding: .utf8))
            }
    }

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path()).sorted()
    }
}
