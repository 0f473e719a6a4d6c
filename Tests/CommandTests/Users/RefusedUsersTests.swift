import TestSupport
import Testing

@testable import shipmate

/// Accounts that were not imported, in the file that lists them.
@Suite struct RefusedUsersTests {
    @Test func `refused accounts of a CSV are corrected in their file, and imported from it`() async throws {
        let text = "external_id,email\n-7,=1+1\n'-7,x;=1\ngood,good@example.com\n"
        try await AccountFiles.with(text) { files in
            #expect(try await files.run(.csv) != nil)
            let refused = try #require(files.refused)
            #expect(refused.contains("\"'-7\",\"'=1+1\",") && refused.contains("\"''-7\",\"x;\u{2019}=1\","))
            let corrected = refused.replacing("'=1+1", with: "a@example.com").replacing(
                "x;\u{2019}=1", with: "b@example.com")
            try AccountFiles.write(corrected, to: files.path)
            #expect(try await files.run(.csv) == nil)
            let ids = try files.users().map { String($0.prefix { $0 != " " }) }
            #expect(Set(ids) == ["-7", "'-7", "good"])
        }
    }
}
