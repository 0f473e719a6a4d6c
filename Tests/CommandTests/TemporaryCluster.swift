import Glibc
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

/// A data directory of a test's own, and what it takes to look into its database.
struct TemporaryCluster {
    let directory: DataDirectory
    private let root: String

    init(below name: String = "data") throws {
        var template = Array("/tmp/shipmate-test-XXXXXX".utf8CString)
        let made = try #require(mkdtemp(&template))
        root = String(cString: made)
        chmod(root, 0o755)
        directory = try DataDirectory.prepare("\(root)/\(name)", isChosen: true) { _ in }
    }

    func remove() {
        if let account = try? ClusterAccount.owning(cluster: directory.cluster) {
            rmdir(SocketDirectory(for: directory, account: account).path)
        }
        _ = ChildProcess.output(of: ["/bin/rm", "-rf", root])
    }

    func start() throws(EmbeddedPostgresError) -> EmbeddedPostgres {
        try EmbeddedPostgres.start(directory) { _ in }
    }

    /// Runs SQL through psql; nil when it fails.
    func query(_ url: String, _ sql: String) -> String? {
        let psql = ["/usr/bin/psql", "-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", url, "-c", sql]
        return ChildProcess.output(of: psql).map { String($0.prefix { $0 != "\n" }) }
    }

    /// The command, as it was built beside the tests.
    static var program: String {
        let folder = Files.link("/proc/self/exe").split(separator: "/").dropLast().joined(separator: "/")
        return "/\(folder)/shipmate"
    }

    /// Where this process looks for programs, so that others find the same PostgreSQL.
    private static let searchPath = "PATH=\(getenv("PATH").map { String(cString: $0) } ?? "")"

    /// `shipmate serve` on this directory, in a process of its own.
    func serve() throws -> ChildProcess {
        let log = try Files.open("\(root)/serve.log", O_WRONLY | O_CREAT | O_APPEND)
        defer { close(log) }
        return try ChildProcess.start(
            [
                "/usr/bin/env", Self.searchPath, "SHIPMATE_DATA_DIR=\(directory.path)",
                "SHIPMATE_HTTP_PORT=0", "SHIPMATE_DRAIN_MILLISECONDS=0", Self.program, "serve",
            ], output: log, errors: log)
    }

    /// Where the database of `server` listens, once it is ready.
    func urlsWhenReady(_ server: ChildProcess) async throws -> DatabaseURLs {
        try #require(await eventually { try? EmbeddedPostgres.served(directory, by: server.pid) })
    }
}
