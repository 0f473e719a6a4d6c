import EventLoops
import Glibc
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

/// `shipmate serve` as it is installed: a process of its own, with its embedded database in a folder of its
/// own.
final class ServedInstall: Sendable {
    /// More than most machines have processors, so that tests meet several.
    static let loops = 4

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let root: String
    private let environment: [String]
    private let words: [String]
    private let socket: HandedSocket?
    private let process = Locked<ChildProcess?>(nil)
    private let servedPort = Locked<UInt16>(0)

    /// - Parameters:
    ///   - environment: settings as `NAME=value`, beside those that all installs here have.
    ///   - words: of `serve`, besides.
    ///   - socket: given to the server in place of one of its own.
    init(environment: [String] = [], words: [String] = [], socket: HandedSocket? = nil) throws {
        self.words = words
        self.environment = environment
        self.socket = socket
        var template = Array("/tmp/shipmate-test-XXXXXX".utf8CString)
        root = String(cString: try #require(mkdtemp(&template)))
        chmod(root, 0o755)
    }

    var port: UInt16 { servedPort.withLock { $0 } }
    var pid: pid_t { process.withLock { $0?.pid } ?? 0 }
    private var data: String { "\(root)/data" }
    private var log: String { "\(root)/serve.log" }
    private var readyFile: String { "\(root)/url" }

    /// Starts the server, and returns when it serves.
    func start() async throws {
        let output = try Files.open(log, O_WRONLY | O_CREAT | O_TRUNC)
        defer { close(output) }
        // A killed server has left its own.
        unlink(readyFile)
        let child = try ChildProcess.start(
            (socket?.prefix ?? []) + command(["serve", "--ready-file", readyFile] + words), output: output,
            errors: output)
        process.withLock { $0 = child }
        let url = try await eventually(seconds: 180) { () throws -> String? in
            if let exit = child.poll() { throw Failure(description: "\(exit): \(logText)") }
            return Files.read(readyFile)
        }
        guard let port = url?.dropLast().split(separator: ":").last.flatMap({ UInt16($0) }) else {
            throw Failure(description: "it never served: \(logText)")
        }
        servedPort.withLock { $0 = port }
    }

    /// Of PostgreSQL's first process, while it runs.
    var postmasterPID: pid_t? { postmaster }
    var isReadyFileThere: Bool { Files.status(readyFile) != nil }

    /// Kills the server and no other process, at once.
    func kill() {
        process.withLock { $0?.signal(SIGKILL) }
        _ = exit(within: 120_000)
    }

    func terminate() {
        signal(SIGTERM)
    }

    func signal(_ number: Int32) {
        process.withLock { $0?.signal(number) }
    }

    /// Moves the log out of the way, as those do that rotate logs.
    func rotateLog() throws {
        guard rename(log, log + ".1") == 0 else { throw Failure(description: "no log to rotate") }
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
        let text = try #require(output("keys", "create", "--scope", scope, "--name", "test"))
        return String(text.prefix { $0 != "\n" })
    }

    /// What a command says on standard output; nil when it fails.
    func output(_ words: String...) -> String? {
        output(words)
    }

    func output(_ words: [String]) -> String? {
        ChildProcess.output(of: command(words))
    }

    /// Starts a command that doesn't end by itself; what it says goes to `file` in the install's folder.
    func begin(_ words: String..., to file: String) throws -> ChildProcess {
        let output = try Files.open("\(root)/\(file)", O_WRONLY | O_CREAT | O_TRUNC)
        defer { close(output) }
        return try ChildProcess.start(command(words), output: output, errors: output)
    }

    func text(of file: String) -> String { Files.read("\(root)/\(file)") ?? "" }

    /// Runs what a page asks its readers to paste, in the install's folder. A failed command or a status from
    /// 400 on ends it.
    func play(_ script: PageScript) throws -> (isSuccess: Bool, output: String) {
        let path = "\(root)/output"
        let output = try Files.open(path, O_WRONLY | O_CREAT | O_TRUNC)
        defer { close(output) }
        let exit = try ChildProcess.run(
            ["/usr/bin/env", "-C", root, "API=http://127.0.0.1:\(port)"] + settings + ["/bin/bash", "-s"],
            input: Self.strictly + script.text + "\n", output: output)
        let file = try Files.open(path, O_RDONLY)
        defer { close(file) }
        return (exit?.isSuccess == true, Files.readAll(file, bytesMax: 262_144))
    }

    private static let strictly =
        "set -eo pipefail\ncurl() { command curl --fail-with-body \"$@\" </dev/null; }\n"

    func waitUntilReady() async throws {
        let isReady = await eventually {
            (try? TestClient(port: port).send("GET", "/health/ready"))?.status == 200
        }
        #expect(isReady, "\(logText)")
    }

    /// Ends PostgreSQL's connections to the service, which makes new ones; returns when they are gone.
    func endConnections() async throws {
        let postmaster = try #require(postmaster)
        let sessions = Files.names(in: "/proc").compactMap { pid_t($0) }.filter { pid in
            PostmasterFile.parent(of: pid) == postmaster
                && Files.read("/proc/\(pid)/cmdline")?.contains("shipmate_service") == true
        }
        for pid in sessions { Glibc.kill(pid, SIGTERM) }
        #expect(await eventually { sessions.allSatisfy { PostmasterFile.parent(of: $0) != postmaster } })
    }

    /// Ends all that still runs, and leaves nothing behind.
    func remove() {
        process.withLock { $0?.signal(SIGTERM) }
        if exit(within: 120_000) == nil { kill() }
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

    private func command(_ words: [String]) -> [String] {
        ["/usr/bin/env"] + settings + ["\(Self.programs)/shipmate"] + words
    }

    private var settings: [String] {
        // The last of a name counts. Limits are for a loaded machine.
        [
            "PATH=\(Self.programs):\(Self.searchPath)", "SHIPMATE_DRAIN_MILLISECONDS=0",
            "SHIPMATE_HTTP_HANDLER_TIMEOUT_MILLISECONDS=10000", "SHIPMATE_DATABASE_WAIT_MILLISECONDS=8000",
            "SHIPMATE_DATABASE_STATEMENT_TIMEOUT_MILLISECONDS=9000",
        ] + environment + [
            "SHIPMATE_DATA_DIR=\(data)", "SHIPMATE_HTTP_PORT=0", "SHIPMATE_RATE_LIMITS=off",
            "SHIPMATE_ACCESS_LOG=off", "SHIPMATE_LOOPS=\(Self.loops)",
        ]
    }

    /// Where the tests are, and the command beside them.
    private static let programs =
        "/" + Files.link("/proc/self/exe").split(separator: "/").dropLast().joined(separator: "/")

    /// Where this process looks for programs, so that others find the same PostgreSQL.
    private static let searchPath = getenv("PATH").map { String(cString: $0) } ?? ""

    /// What the log has of them.
    var errors: [Substring] {
        logText.split(separator: "\n").filter { $0.contains(#""level":"error""#) }
    }

    var logText: String {
        guard let file = try? Files.open(log, O_RDONLY) else { return "" }
        defer { close(file) }
        return Files.readAll(file, bytesMax: 262_144)
    }
}

extension TestDatabase {
    /// What a process is told so that it serves from this one, with links on.
    var environment: [String] {
        let parts = #filePath.split(separator: "/").prefix { $0 != "Tests" }
        return [
            "PGHOST=\(cluster.folder)", "PGUSER=postgres", "PGDATABASE=\(name)",
            "SHIPMATE_ALLOW_UNSAFE_DATABASE=on",
            "SHIPMATE_APP_PROFILE=/\(parts.joined(separator: "/"))/Documentation/app-profile.example.json",
        ]
    }
}
