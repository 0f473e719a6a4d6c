internal import EventLoops
internal import FoundationEssentials
internal import Glibc
internal import HTTP
package import JSON

/// A file that a server writes its log to, gone with this.
package final class TestLog: Sendable {
    package let descriptor: Int32
    private let path: String

    package init() throws {
        path = "/tmp/shipmate-test-log-\(UUID())"
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw TestCluster.Failure(description: "no log: \(errno)") }
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    package func append(_ text: String) throws {
        let bytes = Array(text.utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else {
            throw TestCluster.Failure(description: "no log: \(errno)")
        }
    }

    package var text: String {
        get throws { try String(contentsOf: URL(filePath: path), encoding: .utf8) }
    }

    /// The lines that are whole.
    package var lines: [JSONValue] {
        get throws { try text.split(separator: "\n").compactMap { try? JSONParser.parse(Array($0.utf8)) } }
    }
}
