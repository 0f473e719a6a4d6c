import EventLoops
import Glibc
import TestSupport
import Testing

@testable import shipmate

/// `shipmate serve` as it is installed: a process of its own, with its embedded database in a folder of its
/// own.
final class ServedInstall: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let root: String
    private let process = Locked<ChildProcess?>(nil)
    private let servedPort = Locked<UInt16>(0)

    init() throws {
        var template = Array("/tmp/shipmate-test-XXXXXX".utf8CString)
        root = String(cString: try #require(mkdtemp(&template)))
        chmod(root, 0o755)
    }

    var port: UInt16 { servedPort.withLock { $0 } }
    private var data: String { "\(root)/data" }
    private var log: String { "\(root)/serve.log" }

    /// Starts the server, and returns when it serves.
    func start() async throws {
        let output = try Files.open(log, O_WRONLY | O_CREAT | O_TRUNC)
        defer { close(output) }
        let child = try ChildProcess.start(command("serve"), output: output, errors: output)
        process.withLock { $0 = child }
        for _ in 0..<1_200 {
            if let port = portInLog() {
                servedPort.withLock { $0 = port }
                return
            }
            if let exit = child.poll() {
                throw Failure(description: "\(exit): \(logText)")
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        throw Failure(description: "it never served: \(logText)")
    }

    /// Kills the server and no other process, at once.
    func kill() {
        process.withLock { $0?.signal(SIGKILL) }
        _ = exit(within: 10_000)
    }

    func terminate() {
        process.withLock { $0?.signal(SIGTERM) }
    }

    func exit(within milliseconds: Int) -> ChildProcess.Exit? {
        process.withLock { $0?.wait(milliseconds: milliseconds) }
    }

    /// Kills PostgreSQL's first process; the others notice by themselves.
    func killPostgres() throws {
        let pid = try #require(postmaster)
        Glibc.kill(pid, SIGKILL)
    }

    /// What `shipmate keys create` prints.
    func key(_ scope: String) throws -> String {
        let output = try #require(
            ChildProcess.output(of: command("keys", "create", "--scope", scope, "--name", "test")))
        return String(output.prefix { $0 != "\n" })
    }

    func waitUntilReady() async throws {
        for _ in 0..<600 {
            if let client = try? TestClient(port: port),
                (try? client.send("GET", "/health/ready"))?.status == 200
            {
                return
            }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("it never was ready: \(logText)")
    }

    /// Ends all that still runs, and leaves nothing behind.
    func remove() {
        process.withLock { $0?.signal(SIGTERM) }
        if exit(within: 20_000) == nil { kill() }
        if let postmaster { Glibc.kill(postmaster, SIGKILL) }
        _ = ChildProcess.output(of: ["/bin/rm", "-rf", root])
    }

    private var postmaster: pid_t? {
        guard let directory = try? DataDirectory.prepare(data, isChosen: true, report: { _ in }) else {
            return nil
        }
        let pid = PostmasterFile.read(in: directory.cluster)?.pid
        return pid.flatMap { PostmasterFile.isPostgres($0, of: directory.cluster) ? $0 : nil }
    }

    private func command(_ words: String...) -> [String] {
        let folder = Files.link("/proc/self/exe").split(separator: "/").dropLast().joined(separator: "/")
        return [
            "/usr/bin/env", "SHIPMATE_DATA_DIR=\(data)", "SHIPMATE_HTTP_PORT=0", "SHIPMATE_RATE_LIMITS=off",
            "SHIPMATE_ACCESS_LOG=off", "/\(folder)/shipmate",
        ] + words
    }

    private var logText: String {
        guard let file = try? Files.open(log, O_RDONLY) else { return "" }
        defer { close(file) }
        return Files.readAll(file, bytesMax: 262_144)
    }

    private func portInLog() -> UInt16? {
        let mark = "Ready on http://127.0.0.1:"
        guard let found = logText.firstRange(of: mark) else { return nil }
        return UInt16(logText[found.upperBound...].prefix(while: \.isNumber))
    }
}
