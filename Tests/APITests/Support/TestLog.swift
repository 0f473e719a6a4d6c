import FoundationEssentials
import Glibc
import HTTP
import TestSupport
import Testing

/// A file that a server writes its log to, gone with this.
final class TestLog {
    let descriptor: Int32
    private let path: String

    init() throws {
        path = "/tmp/shipmate-test-log-\(newID())"
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    var text: String {
        get throws { try String(contentsOf: URL(filePath: path), encoding: .utf8) }
    }

    /// The lines that are whole.
    var lines: [JSONValue] {
        get throws { try text.split(separator: "\n").compactMap { try? JSONParser.parse(Array($0.utf8)) } }
    }
}
