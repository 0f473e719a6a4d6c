import Accounts
import FoundationEssentials
import Glibc
import TestSupport
import Testing
import Values

@testable import EmbeddedPostgres
@testable import shipmate

/// The file with the uids of who was erased.
@Suite struct ErasureFileTests {
    private func withPath(_ body: (String) throws -> Void) throws {
        var template = Array("/tmp/shipmate-test-XXXXXX".utf8CString)
        let folder = String(cString: try #require(mkdtemp(&template)))
        defer {
            unlink("\(folder)/erasures")
            rmdir(folder)
        }
        try body("\(folder)/erasures")
    }

    private let uids = (0..<3).map { _ in UserID(UUID()) }

    private func erased(_ uids: [UserID]) -> [(uid: UserID, erasedAt: Timestamp)] {
        uids.map { ($0, Timestamp(microsecondsSince1970: 1_760_000_000_000_000)) }
    }

    @Test func `what was added is read, by whichever process`() throws {
        try withPath { path in
            #expect(try ErasureFile(path: path).read() == [])
            try ErasureFile(path: path).add(erased([uids[0]]))
            try ErasureFile(path: path).add(erased([uids[1], uids[0]]))
            #expect(try ErasureFile(path: path).read() == [uids[0], uids[1]])
            #expect(Files.read(path)?.hasPrefix("\n\(uids[0]) 2025-10-09T08:53:20Z\n") == true)
            #expect(Files.status(path).map { $0.st_mode & 0o777 } == 0o600)
        }
    }

    @Test func `a line that was cut is none, and takes none with it`() throws {
        try withPath { path in
            try ErasureFile(path: path).add(erased([uids[0]]))
            let descriptor = try Files.open(path, O_WRONLY | O_APPEND)
            Files.writeAll(descriptor, String("\(uids[1])".prefix(20)))
            close(descriptor)
            #expect(try ErasureFile(path: path).read() == [uids[0]])
            try ErasureFile(path: path).add(erased([uids[2]]))
            #expect(try ErasureFile(path: path).read() == [uids[0], uids[2]])
        }
    }

    @Test func `a place where nothing can be written is said`() {
        #expect(throws: ErasureList.Trouble.self) {
            try ErasureFile(path: "/nonexistent/erasures").add(erased(uids))
        }
    }
}
