import Testing

/// How long files and lines are, and that migrations are complete.
struct LayoutTests {
    @Test func `no file has more than 300 lines`() throws {
        for file in try Sources.files(in: "Sources", "Tests", "Migrations") {
            let count = file.lines.count - (file.text.hasSuffix("\n") ? 1 : 0)
            #expect(count <= 300, "\(file.path) has \(count)")
        }
    }

    @Test func `no line is wider than 110 columns, no text wider than 120`() throws {
        for file in try Sources.files(in: "Sources", "Tests", "Migrations") {
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

    @Test func `migrations are numbered without gaps, and each is listed twice`() throws {
        let files = try Sources.names(in: "Migrations").filter { $0.contains(/^\d.*\.sql$/) }
        #expect(files.count >= 6)
        let list = try Sources.text("Migrations/Migrations.swift")
        let package = try Sources.text("Package.swift")
        for (index, file) in files.enumerated() {
            let match = try #require(file.wholeMatch(of: /(\d{4})_([a-z_]+)\.sql/), "\(file)")
            #expect(Int(match.1) == index + 1, "\(file)")
            let resource = "PackageResources._\(match.1.dropFirst())_\(match.2)_sql"
            #expect(list.contains("migration(\(index + 1), \"\(match.2)\", \(resource))"), "\(file)")
            #expect(package.contains(".embedInCode(\"\(file)\")"), "\(file)")
            #expect(try Sources.text("Migrations/\(file)").hasPrefix("--"), "\(file) gives no reason")
        }
        #expect(list.matches(of: /migration\(\d+,/).count == files.count)
        #expect(package.matches(of: /embedInCode\("\d{4}_/).count == files.count)
    }
}
