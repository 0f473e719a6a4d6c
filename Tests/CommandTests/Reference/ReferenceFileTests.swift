import Foundation
import Testing

/// The files of `Documentation/reference` are what the code says.
struct ReferenceFileTests {
    @Test(arguments: ReferenceFile.allCases) func `the file is current`(file: ReferenceFile) async throws {
        let text = try await file.text()
        guard ProcessInfo.processInfo.environment["SHIPMATE_WRITE_REFERENCE"] == nil else {
            return try text.write(toFile: file.path, atomically: true, encoding: .utf8)
        }
        let stored = try String(contentsOfFile: file.path, encoding: .utf8)
        let line = zip(text.split(separator: "\n"), stored.split(separator: "\n")).first { $0 != $1 }
        let isSame = text == stored
        #expect(
            isSame,
            """
            Documentation/reference/\(file.rawValue) is not current. Run `make reference`.
            It should have: \(line.map { String($0.0.prefix(400)) } ?? "another end")
            """)
    }
}
