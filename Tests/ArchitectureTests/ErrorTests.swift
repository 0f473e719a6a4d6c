import Testing

/// Errors are closed enums that are translated by name, in two places only.
struct ErrorTests {
    @Test func `what a caller is told of an error is said for each error, by no default`() throws {
        let files = try Sources.files(in: "Sources/API").filter { $0.path.contains("/Problem+") }
        #expect(files.count >= 5)
        let byDefault = /\bdefault:/
        for file in files {
            for line in file.code {
                #expect(
                    line.text.firstMatch(of: byDefault) == nil, "\(file.path):\(line.number) has a default")
            }
        }
    }

    @Test func `services do not throw the database's errors`() throws {
        let files = try Sources.files(in: "Sources").filter { ImportTests.useCases.contains($0.module) }
            .filter { $0.path.contains(/Service(\+\w+)?\.swift$/) }
        #expect(files.count > 30)
        for file in files {
            for signature in signatures(in: file) {
                #expect(
                    !signature.text.contains("PostgresError"),
                    "\(file.path):\(signature.number) lets PostgresError out")
            }
        }
    }

    /// What other modules see: `package` declarations up to their bodies, and cases, which are as visible as
    /// their enums.
    private func signatures(in file: Sources.File) -> [(number: Int, text: String)] {
        let lines = file.code
        let visible = /^\s*(package (?!import)|case \w+\()/
        return lines.indices.compactMap { index in
            guard lines[index].text.firstMatch(of: visible) != nil else { return nil }
            var text = lines[index].text
            var next = index + 1
            while next < lines.count, isOpen(text) {
                text += lines[next].text
                next += 1
            }
            return (lines[index].number, text)
        }
    }

    /// Whether a bracket of `text` is still to be closed before its body, if it has one.
    private func isOpen(_ text: String) -> Bool {
        let head = text.prefix { $0 != "{" }
        return head.filter { $0 == "(" }.count > head.filter { $0 == ")" }.count
    }
}
