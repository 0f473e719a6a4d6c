internal import EmbeddedPostgres
internal import Glibc

/// `shipmate check --live`: asks a server on this machine whether it is ready, for containers, which have no
/// curl.
struct LiveCheck {
    private static let timeoutSeconds = 5

    let host: String
    let port: UInt16

    /// `0.0.0.0` and `::` are where to listen, not where to call.
    init(_ http: Configuration.HTTP) {
        host = ["0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"][http.host] ?? http.host
        port = http.port
    }

    /// Where a server of this configuration is called.
    var url: String { "http://\(authority)" }

    private var authority: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    func run() throws(ClientSocket.Failure) {
        let socket = try ClientSocket.connect(host: host, port: port, timeoutSeconds: Self.timeoutSeconds)
        defer { close(socket) }
        Files.writeAll(
            socket, "GET /health/ready HTTP/1.1\r\nHost: \(authority)\r\nConnection: close\r\n\r\n")
        let status = Files.readAll(socket, bytesMax: 4_096).prefix { $0 != "\r\n" }
        guard status.hasPrefix("HTTP/1.1 200") else {
            throw ClientSocket.Failure(
                description: "not ready: \(status.isEmpty ? "no answer" : String(status))")
        }
    }
}
