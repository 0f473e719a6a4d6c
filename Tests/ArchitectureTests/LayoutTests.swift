import Testing

/// How long files and lines are.
struct LayoutTests {
    @Test func `no file has more than 300 lines`() throws {
        for file in try Sources.files(in: "Sources", "Tests") {
            let count = file.lines.count - (file.text.hasSuffix("\n") ? 1 : 0)
            #expect(count <= 300, "\(file.path) has \(count)")
        }
    }

    @Test func `no line is wider than 110 columns, no text wider than 120`() throws {
        for file in try Sources.files(in: "Sources", "Tests") {
            for (index, line) in file.lines.enumerated() where line.count > 110 {
                let isText = line.contains("\"") || isInText(index, of: file)
                #expect(
                    isText && line.count <= 120, "\(file.path):\(index + 1) has \(line.count) columns")
            }
        }
    }

    /// Whether a line is within a string of several lines.
    private func isInText(_ index: Int, of file: Sources.File) -> Bool {
        file.lines[..<index].filter { $0.contains("\"\"\"") }.count % 2 == 1
    }

    @Test func `no file is named twice in a module, and each lies below a module's folder`() throws {
        var seen: Set<String> = []
        for file in try Sources.files(in: "Sources") {
            let name = String(file.path.split(separator: "/").last ?? "")
            #expect(seen.insert(file.module + "/" + name).inserted, "\(file.path)")
        }
    }
}
