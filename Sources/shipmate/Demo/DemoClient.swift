internal import Accounts
internal import EmbeddedPostgres
internal import Glibc
internal import HTTP
internal import JSON

/// As much of an HTTP client as the demo needs: one request a connection, JSON both ways.
struct DemoClient {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static let timeoutSeconds = 10
    private static let responseBytesMax = 1_048_576

    private let host: String
    private let port: UInt16

    /// - Parameter url: `http://host:port`.
    init(_ url: String) throws(Failure) {
        let prefix = "http://"
        guard url.hasPrefix(prefix) else {
            throw Failure(description: "\(url): http://HOST:PORT is expected")
        }
        let authority = url.dropFirst(prefix.count).prefix { $0 != "/" }
        guard let colon = authority.lastIndex(of: ":"),
            let port = UInt16(authority[authority.index(after: colon)...])
        else { throw Failure(description: "\(url): http://HOST:PORT is expected") }
        host = String(authority[..<colon].filter { $0 != "[" && $0 != "]" })
        self.port = port
    }

    /// The reply's JSON; a status other than 2xx is a failure that names the problem.
    func send(_ method: String, _ path: String, token: String? = nil, _ body: JSONValue? = nil) throws
        -> JSONValue
    {
        try exchange(method, path, token: token, body).json()
    }

    private func connect() throws(Failure) -> Int32 {
        do throws(ClientSocket.Failure) {
            return try ClientSocket.connect(host: host, port: port, timeoutSeconds: Self.timeoutSeconds)
        } catch {
            throw Failure(description: "\(error); start `shipmate serve`, or give its address with --url")
        }
    }

    /// Sends a request whose reply doesn't end; returns the socket.
    ///
    /// - Parameter fields: header fields, each with its line's end.
    func open(_ method: String, _ path: String, _ fields: String) throws(Failure) -> Int32 {
        let socket = try connect()
        Files.writeAll(socket, "\(method) \(path) HTTP/1.1\r\nHost: \(host):\(port)\r\n\(fields)\r\n")
        return socket
    }

    /// A reply of any status.
    ///
    /// - Parameter host: of a link, on any server; by default the server's own.
    func exchange(
        _ method: String, _ path: String, host linkHost: String? = nil, token: String? = nil,
        agent: String? = nil, _ body: JSONValue? = nil
    ) throws -> DemoReply {
        let socket = try connect()
        defer { close(socket) }
        let authority = linkHost ?? "\(host):\(port)"
        var head = "\(method) \(path) HTTP/1.1\r\nHost: \(authority)\r\nConnection: close\r\n"
        if let agent { head += "User-Agent: \(agent)\r\n" }
        if let token { head += "Authorization: Bearer \(token)\r\n" }
        let bytes = body.map { JSONWriter.bytes(of: $0) } ?? []
        if body != nil { head += "Content-Type: application/json\r\nContent-Length: \(bytes.count)\r\n" }
        Files.writeAll(socket, head + "\r\n" + String(decoding: bytes, as: UTF8.self))
        let text = Files.readAll(socket, bytesMax: Self.responseBytesMax)
        guard let reply = DemoReply(text, to: "\(method) \(path)") else {
            throw Failure(description: "\(method) \(path): no answer from http://\(host):\(port)")
        }
        return reply
    }
}

extension JSONValue {
    /// The text at a path of names, such as `session.access_token`.
    func text(_ path: String...) throws(DemoClient.Failure) -> String {
        if case .string(let text) = path.reduce(self, { $0[$1] ?? .null }) { return text }
        throw DemoClient.Failure(description: "the reply has no \(path.joined(separator: "."))")
    }
}
