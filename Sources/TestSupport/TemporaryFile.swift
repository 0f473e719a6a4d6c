internal import Glibc

/// A file that other programs read, gone afterwards.
enum TemporaryFile {
    static func with<Value>(_ bytes: [UInt8], _ body: (String) throws -> Value) throws -> Value {
        let path = "/tmp/shipmate-test-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw TestCluster.Failure(description: "cannot write \(path)") }
        defer { unlink(path) }
        let count = write(file, bytes, bytes.count)
        close(file)
        guard count == bytes.count else { throw TestCluster.Failure(description: "cannot write \(path)") }
        return try body(path)
    }
}
