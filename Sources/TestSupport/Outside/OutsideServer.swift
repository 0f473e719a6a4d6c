internal import FoundationEssentials
internal import Glibc

/// Somebody else's server, which isn't ours to be mocked: a script in a process and a folder of its own, both
/// gone with it.
package final class OutsideServer: Sendable {
    /// Encrypts by a certificate for `localhost` that this authority has made.
    package typealias Encryption = TestAuthority

    package let folder: String
    package let port: UInt16
    private let process: pid_t
    private let watchdog: Int32

    init(
        _ script: [UInt8], _ arguments: [String], by authority: TestAuthority?, files: [String: String] = [:]
    )
        throws
    {
        folder = try Shell.output("mktemp -d /tmp/shipmate-test-XXXXXX")
        watchdog = try Shell.spawnWatchdog("kill $(cat \(folder)/pid); rm -rf \(folder)")
        try Self.write(script, to: "\(folder)/script.py")
        for (name, text) in files { try Self.write(Array(text.utf8), to: "\(folder)/\(name)") }
        try authority?.makePair(for: "localhost", at: "\(folder)/tls")
        let pair = authority == nil ? [] : ["\(folder)/tls.crt", "\(folder)/tls.key"]
        let words = ["/usr/bin/python3", "\(folder)/script.py", folder] + arguments + pair
        process = try Shell.start("\(words.joined(separator: " ")) 2>\(folder)/log", descriptors: [:])
        try Self.write(Array("\(process)".utf8), to: "\(folder)/pid")
        port = try Self.port(in: folder)
    }

    deinit {
        end()
        Shell.close(watchdog)
    }

    /// From now on nobody is there.
    package func end() {
        kill(process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }

    /// What the server has left in a file of its folder.
    package func text(of file: String) -> String? {
        try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
    }

    package func set(_ file: String, to text: String) throws {
        try Self.write(Array(text.utf8), to: "\(folder)/\(file).next")
        guard rename("\(folder)/\(file).next", "\(folder)/\(file)") == 0 else {
            throw TestCluster.Failure(description: "cannot write \(file)")
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        guard let file = fopen(path, "w") else {
            throw TestCluster.Failure(description: "cannot write \(path)")
        }
        defer { fclose(file) }
        fwrite(bytes, 1, bytes.count, file)
    }

    private static func port(in folder: String) throws -> UInt16 {
        for _ in 0..<30_000 {
            if let text = try? String(contentsOfFile: "\(folder)/port", encoding: .utf8),
                let port = UInt16(text)
            {
                return port
            }
            usleep(10_000)
        }
        let log = (try? String(contentsOfFile: "\(folder)/log", encoding: .utf8)) ?? ""
        throw TestCluster.Failure(description: "a server outside didn't start: \(log)")
    }
}

extension OutsideServer {
    /// A web server; what it does to whom is in the path: `web.py`.
    package static func web(by authority: TestAuthority? = nil) throws -> OutsideServer {
        try OutsideServer(PackageResources.web_py, [], by: authority)
    }
}
