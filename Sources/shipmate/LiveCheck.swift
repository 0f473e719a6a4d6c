internal import Glibc

/// `shipmate check --live`: asks a server on this machine whether it is ready, for containers, which have no
/// curl.
struct LiveCheck {
    /// Why the server isn't ready.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let timeoutSeconds = 5

    let host: String
    let port: UInt16

    /// `0.0.0.0` and `::` are where to listen, not where to call.
    init(_ http: Configuration.HTTP) {
        host = ["0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"][http.host] ?? http.host
        port = http.port
    }

    func run() throws(Failure) {
        let socket = try connected()
        defer { close(socket) }
        let name = host.contains(":") ? "[\(host)]" : host
        Files.writeAll(
            socket, "GET /health/ready HTTP/1.1\r\nHost: \(name):\(port)\r\nConnection: close\r\n\r\n")
        let status = Files.readAll(socket, bytesMax: 4_096).prefix { $0 != "\r\n" }
        guard status.hasPrefix("HTTP/1."), status.dropFirst(8).hasPrefix(" 200") else {
            throw Failure(description: "not ready: \(status.isEmpty ? "no answer" : String(status))")
        }
    }

    private func connected() throws(Failure) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let lookup = getaddrinfo(host, String(port), &hints, &found)
        guard lookup == 0, let address = found?.pointee else {
            throw Failure(description: "\(host): \(String(cString: gai_strerror(lookup)))")
        }
        defer { freeaddrinfo(found) }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.ai_family, kind, 0)
        var limit = timeval(tv_sec: Self.timeoutSeconds, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        guard connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
            defer { close(descriptor) }
            throw Failure(
                description: "nothing listens on \(host):\(port): \(String(cString: strerror(errno)))")
        }
        return descriptor
    }
}
