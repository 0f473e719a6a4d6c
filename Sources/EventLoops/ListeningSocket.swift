internal import Glibc

/// A TCP socket that listens, made here or inherited from a service manager.
package final class ListeningSocket: Sendable {
    /// Why a socket can't listen; the text says what to do.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The kernel's buffer for replies that a peer doesn't read. Without a bound it grows to megabytes for
    /// each.
    package static let sendBufferBytes = 32_768
    /// The same for bulk streams and for large replies to callers who may have them. With less than two
    /// segments, of 64 KB each on the same machine, each waits for an acknowledgement, which the peer delays
    /// by 40 ms.
    package static let bulkBufferBytes = 262_144
    /// A reply above it is large, such as a page of the feed.
    package static let bulkBytesMin = 2 * sendBufferBytes
    /// Its buffer for requests that we don't read.
    private static let receiveBufferBytes = 65_536

    let descriptor: Int32
    /// It is the service manager's, who hands it to the next process too.
    package let isInherited: Bool

    private init(descriptor: Int32, isInherited: Bool = false) {
        self.descriptor = descriptor
        self.isInherited = isInherited
        set(SOL_SOCKET, SO_SNDBUF, Int32(Self.sendBufferBytes))
        set(SOL_SOCKET, SO_RCVBUF, Int32(Self.receiveBufferBytes))
    }

    /// Every accepted socket inherits these settings: tcp(7).
    private func set(_ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit {
        close(descriptor)
    }

    /// Binds and listens.
    ///
    /// - Parameters:
    ///   - host: a numeric address or a name; the first address it stands for is used.
    ///   - port: 0 lets the system choose; see `port`.
    package static func bind(
        host: String, port: UInt16, backlog: Int32 = 1024
    ) throws(Failure) -> ListeningSocket {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_PASSIVE
        var found: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, String(port), &hints, &found)
        guard status == 0, let address = found else {
            throw Failure(
                description:
                    "\(host) is not an address to listen on: \(String(cString: gai_strerror(status)))")
        }
        defer { freeaddrinfo(found) }
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.pointee.ai_family, kind, 0)
        guard descriptor >= 0 else { throw Failure(description: "no socket: \(errnoText())") }
        let socket = ListeningSocket(descriptor: descriptor)
        var one: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, socklen_t(MemoryLayout<Int32>.size))
        guard Glibc.bind(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0,
            listen(descriptor, backlog) == 0
        else { throw Failure(description: "can't listen on \(host):\(port): \(errnoText())") }
        return socket
    }

    /// The socket a service manager passed as descriptor 3 (`LISTEN_FDS=1`, `LISTEN_PID` ours or unset), or
    /// nil when it passed none. Source: sd_listen_fds(3).
    package static func inherited(from environment: [String: String]) throws(Failure) -> ListeningSocket? {
        guard let text = environment["LISTEN_FDS"] else { return nil }
        if let pid = environment["LISTEN_PID"], pid != String(getpid()) { return nil }
        guard text == "1" else { throw Failure(description: "LISTEN_FDS is \(text); one socket is expected") }
        let descriptor: Int32 = 3
        var isListening: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        guard getsockopt(descriptor, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0, isListening == 1
        else { throw Failure(description: "LISTEN_FDS is 1, but descriptor 3 is not a listening socket") }
        makeNonBlocking(descriptor)
        return ListeningSocket(descriptor: descriptor, isInherited: true)
    }

    /// Whether only this machine can reach it.
    package var isLoopback: Bool {
        guard let name = socketName else { return false }
        let address = PeerAddress(name).description
        return address.hasPrefix("127.") || address == "::1" || address == "local"
    }

    /// The port bound, in host order; 0 for a Unix socket.
    package var port: UInt16 {
        guard var storage = socketName else { return 0 }
        let family = Int32(storage.ss_family)
        return withUnsafeBytes(of: &storage) { raw in
            switch family {
            case AF_INET: UInt16(bigEndian: raw.load(as: sockaddr_in.self).sin_port)
            case AF_INET6: UInt16(bigEndian: raw.load(as: sockaddr_in6.self).sin6_port)
            default: 0
            }
        }
    }

    private var socketName: sockaddr_storage? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        return status == 0 ? storage : nil
    }

    /// New connections are refused at once from now on, instead of waiting in vain. An inherited socket
    /// goes on listening.
    func stopListening() {
        if !isInherited { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    /// Ends a connection at once, and all that waits for its peer with it.
    package static func reset(_ descriptor: Int32) {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
        close(descriptor)
    }

    /// Whether the kernel still holds bytes that the peer has not acknowledged: tcp(7), `SIOCOUTQ`.
    package static func hasUnsent(_ descriptor: Int32) -> Bool {
        var bytes: Int32 = 0
        return ioctl(descriptor, UInt(TIOCOUTQ), &bytes) == 0 && bytes > 0
    }

    /// How many bytes of a peer are unread: `SIOCINQ`.
    package static func unread(_ descriptor: Int32) -> Int {
        var bytes: Int32 = 0
        return ioctl(descriptor, UInt(FIONREAD), &bytes) == 0 ? Int(bytes) : 0
    }

    /// Has the kernel hold more of what is streamed.
    package static func makeBulky(_ descriptor: Int32) {
        var bytes = Int32(bulkBufferBytes)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
    }

    /// The result of one attempt to accept.
    enum Accepted {
        case connection(Int32, PeerAddress)
        case nothing
        /// EMFILE, ENFILE, ENOBUFS or ENOMEM: trying again at once would spin.
        case outOfDescriptors
    }

    func accept() -> Accepted {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let connection = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.accept(descriptor, $0, &length)
            }
        }
        guard connection >= 0 else {
            return [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) ? .outOfDescriptors : .nothing
        }
        makeNonBlocking(connection)
        var one: Int32 = 1
        setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
        return .connection(connection, PeerAddress(storage))
    }
}

private func makeNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
}

private func errnoText() -> String {
    String(cString: strerror(errno))
}
