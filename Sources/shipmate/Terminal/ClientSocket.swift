internal import Glibc

/// Connecting to a server, blocking, with a time-out.
enum ClientSocket {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    static func connect(host: String, port: UInt16, timeoutSeconds: Int) throws(Failure) -> Int32 {
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
        var limit = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        guard Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
            defer { close(descriptor) }
            throw Failure(
                description: "nothing listens on \(host):\(port): \(String(cString: strerror(errno)))")
        }
        return descriptor
    }
}
