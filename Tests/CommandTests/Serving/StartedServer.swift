import Glibc
import JSON
import TestSupport
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

/// `shipmate serve` as a process of its own, from the moment it is started, ready or not.
struct StartedServer {
    let port: UInt16
    private let child: ChildProcess
    private let folder: TestFolder

    /// - Parameters:
    ///   - database: a connection string.
    ///   - prefix: what the command line begins with.
    ///   - socket: given to the server in place of one of its own.
    init(
        _ database: String, words: [String] = [], below prefix: [String] = [], socket: HandedSocket? = nil
    ) throws {
        (port, folder) = (try socket?.port ?? FreePort.next(), try TestFolder())
        let log = try Files.open("\(folder.path)/log", O_WRONLY | O_CREAT | O_APPEND)
        defer { close(log) }
        let variables: [String] = [
            "DATABASE_URL=\(database)", "SHIPMATE_ALLOW_UNSAFE_DATABASE=on", "SHIPMATE_HTTP_PORT=\(port)",
            "SHIPMATE_DATA_DIR=\(folder.path)/data", "SHIPMATE_DRAIN_MILLISECONDS=0", "SHIPMATE_LOOPS=2",
            // For a loaded machine.
            "SHIPMATE_HTTP_HANDLER_TIMEOUT_MILLISECONDS=10000", "SHIPMATE_DATABASE_WAIT_MILLISECONDS=8000",
        ]
        var command: [String] = socket?.prefix ?? []
        command += prefix
        command.append("/usr/bin/env")
        command += variables
        command += [TemporaryCluster.program, "serve", "--ready-file", "\(folder.path)/url"]
        command += words
        child = try ChildProcess.start(command, output: log, errors: log)
    }

    /// Over a connection of its own; nil where nothing listens.
    func reply(_ method: String, _ path: String) -> TestClient.Reply? {
        try? TestClient(port: port).send(method, path, method == "POST" ? [:] : nil)
    }

    /// Awaits a status, as long as the server runs.
    func gives(_ status: Int, to path: String) async -> Bool {
        await eventually { reply("GET", path)?.status == status || child.poll() != nil }
            && reply("GET", path)?.status == status
    }

    var isReadyFileThere: Bool { Files.status("\(folder.path)/url") != nil }
    var log: String { Files.read("\(folder.path)/log") ?? "" }

    func terminate() {
        child.signal(SIGTERM)
    }

    func exit(within milliseconds: Int) -> ChildProcess.Exit? {
        child.wait(milliseconds: milliseconds)
    }

    func end() {
        child.signal(SIGTERM)
        guard child.wait(milliseconds: 60_000) == nil else { return }
        child.signal(SIGKILL)
        _ = child.wait(milliseconds: 60_000)
    }
}
