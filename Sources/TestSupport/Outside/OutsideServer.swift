internal import FoundationEssentials
internal import Glibc

/// Another server, which isn't ours to be mocked: a script in a process and a folder of its own, both gone
/// with it.
package final class OutsideServer: Sendable {
    /// Encrypts by a certificate for `localhost` that this authority has made.
    package typealias Encryption = TestAuthority

    package let folder: String
    package let port: UInt16
    private let process: pid_t
    private let nursery: Nursery

    init(
        _ script: [UInt8], _ arguments: [String], by authority: TestAuthority?,
        with certificate: TestAuthority.Kind = .valid, files: [String: String] = [:]
    )
        throws
    {
        var name = Array("/tmp/shipmate-test-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw TestCluster.Failure(description: "no folder in /tmp") }
        folder = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        try Self.write(script, to: "\(folder)/script.py")
        for (name, text) in files { try Self.write(Array(text.utf8), to: "\(folder)/\(name)") }
        let pair = try authority.map { try $0.pair(for: "localhost", certificate) } ?? []
        nursery = try Nursery.shared.get()
        process = try nursery.start("\(folder)/script.py", folder, arguments + pair)
        port = try Self.port(in: folder)
    }

    deinit {
        try? nursery.forget(process, folder)
    }

    /// From now on the server is gone.
    package func end() {
        try? nursery.end(process)
    }

    /// The content of a file in the server's folder.
    package func text(of file: String) -> String? {
        try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
    }

    package func set(_ file: String, to text: String) throws {
        try Self.write(Array(text.utf8), to: "\(folder)/\(file).next")
        guard rename("\(folder)/\(file).next", "\(folder)/\(file)") == 0 else {
            throw TestCluster.Failure(description: "cannot write \(file)")
        }
    }

    static func write(_ bytes: [UInt8], to path: String) throws {
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
    /// A web server; its behaviour is in the path: `web.py`.
    package static func web(
        by authority: TestAuthority? = nil, with certificate: TestAuthority.Kind = .valid,
        options: [String] = []
    ) throws -> OutsideServer {
        try OutsideServer(PackageResources.web_py, options, by: authority, with: certificate)
    }

    /// An HTTP proxy that connects to 127.0.0.1 for each name: `proxy.py`. Its requests are in `asked`.
    package static func proxy() throws -> OutsideServer {
        try OutsideServer(PackageResources.proxy_py, [], by: nil)
    }
}
