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

        var module: String { String(path.split(separator: "/").dropFirst().first ?? "") }
        var lines: [String] { text.components(separatedBy: "\n") }

        /// The modules that it imports.
        var imports: [String] {
            let importing = /(?:@testable )?(?:internal |package |public )?import (?:\w+ )?([\w.]+)/
            return lines.compactMap { $0.wholeMatch(of: importing).map { String($0.1) } }
        }

        /// Lines without comments, each with its number. Good enough here: no string of ours holds `//` but
        /// URLs.
        var code: [(number: Int, text: String)] {
            let comment = /(^|\s)\/\/.*/
            return lines.enumerated().map { ($0 + 1, $1.replacing(comment, with: "")) }
        }
    }

    /// All Swift files below these folders.
    static func files(in folders: String...) throws -> [File] {
        try folders.flatMap { folder in
            let url = root.appending(path: folder)
            return try FileManager.default.subpathsOfDirectory(atPath: url.path()).sorted()
                .filter { $0.hasSuffix(".swift") }
                .map { path in
                    File(
                        path: "\(folder)/\(path)",
                        text: try String(contentsOf: url.appending(path: path), encoding: .utf8))
                }
        }
    }

    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path()).sorted()
    }
}
