import Glibc
import Testing

@testable import EmbeddedPostgres
@testable import shipmate

@Suite struct ReadyFileTests {
    private let folder: TemporaryCluster

    init() throws {
        folder = try TemporaryCluster()
    }

    @Test func `holds one line, and goes`() throws {
        defer { folder.remove() }
        let path = folder.directory.path + "/url"
        try Files.replace(path, with: "http://127.0.0.1:1\n", mode: 0o600)
        let file = try ReadyFile.prepare(path)
        #expect(Files.read(path) == "http://127.0.0.1:1\n", "it may be a server's that still serves")
        file.clear()
        #expect(Files.names(in: folder.directory.path).isEmpty)
        try file.write("http://127.0.0.1:43121")
        #expect(Files.read(path) == "http://127.0.0.1:43121\n")
        #expect(Files.status(path).map { $0.st_mode & 0o777 } == 0o644)
        file.remove("http://127.0.0.1:43122")
        #expect(Files.read(path) == "http://127.0.0.1:43121\n", "another server's")
        file.remove("http://127.0.0.1:43121")
        #expect(Files.names(in: folder.directory.path).isEmpty)
    }

    @Test(arguments: ["/nowhere/url", "/proc/url", "/tmp", "/dev/null"])
    func `a path that can't be written is refused by name, and stays as it is`(path: String) throws {
        defer { folder.remove() }
        let error = #expect(throws: EmbeddedPostgresError.self) { try ReadyFile.prepare(path) }
        #expect(error?.description.hasPrefix("\(path) can't be") == true)
        #expect(path.hasSuffix("url") || Files.status(path) != nil)
    }

    @Test func `it ends the start before anything is made`() throws {
        defer { folder.remove() }
        let (root, log) = (folder.directory.path, folder.directory.path + "/log")
        let output = try Files.open(log, O_WRONLY | O_CREAT)
        defer { close(output) }
        let command = [
            "/usr/bin/env", "-C", root, "SHIPMATE_HTTP_PORT=0", TemporaryCluster.program, "serve",
            "--ready-file", "/nowhere/url",
        ]
        let exit = try ChildProcess.start(command, output: output, errors: output).wait(milliseconds: 120_000)
        #expect(exit?.isSuccess == false)
        #expect(Files.read(log) == "shipmate: /nowhere/url can't be written: No such file or directory\n")
        #expect(Files.names(in: root) == ["log"])
    }
}
