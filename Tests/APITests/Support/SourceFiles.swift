import FoundationEssentials

/// The sources, found from where this file was compiled.
enum SourceFiles {
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// A file of the project, its path from the root.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The texts of all Swift files in a module.
    static func texts(of module: String) throws -> [String] {
        let folder = root.appending(path: "Sources/\(module)")
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path())
            .filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    }
}
