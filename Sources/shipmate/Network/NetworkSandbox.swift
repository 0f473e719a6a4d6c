internal import EmbeddedPostgres
internal import FoundationEssentials
internal import Glibc

/// The reach of the process over networks, as its service manager or its container allows.
enum NetworkSandbox: Equatable, Sendable {
    case open
    /// Nothing outside, and why.
    case closed(String)
    /// Some addresses, as by a unit's `IPAddressDeny`.
    case filtered

    /// Seen from inside, so that it holds for any sandbox.
    static func found() -> NetworkSandbox {
        guard hasSockets(AF_INET) || hasSockets(AF_INET6) else {
            return .closed("it may open Unix sockets only, as by RestrictAddressFamilies=AF_UNIX")
        }
        if interfaces == ["lo"] {
            return .closed("it has no interface but a loopback, as by PrivateNetwork=yes")
        }
        // The probe is a datagram to an address that no host has, sent below systemd only.
        guard isOfSystemd, refuses(host: documentationAddress, port: discardPort) else { return .open }
        return .filtered
    }

    func blocks(_ need: NetworkNeed) -> Bool {
        switch self {
        case .open: false
        case .closed: !(need.isLoopback && Self.answers(need))
        case .filtered: Self.refuses(host: need.host, port: need.port)
        }
    }

    /// RFC 5737: TEST-NET-1.
    private static let documentationAddress = "192.0.2.1"
    /// RFC 863.
    private static let discardPort = "9"

    private static var isOfSystemd: Bool { ProcessInfo.processInfo.environment["INVOCATION_ID"] != nil }

    private static func hasSockets(_ family: Int32) -> Bool {
        let descriptor = socket(family, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return ![EAFNOSUPPORT, EPERM, EACCES].contains(errno) }
        close(descriptor)
        return true
    }

    /// The names of this network namespace's interfaces; proc(5), `/proc/[pid]/net/dev`. A netlink socket
    /// would need one more family.
    private static var interfaces: [String] {
        let lines = (Files.read("/proc/self/net/dev") ?? "").split(separator: "\n").dropFirst(2)
        return lines.compactMap { line in
            line.split(separator: ":").first.map { String($0.drop { $0 == " " }) }
        }
    }

    /// On a machine without a network another process may listen beside this one.
    private static func answers(_ need: NetworkNeed) -> Bool {
        guard let port = UInt16(need.port),
            let descriptor = try? ClientSocket.connect(host: need.host, port: port, timeoutSeconds: 1)
        else { return false }
        close(descriptor)
        return true
    }

    /// Whether a datagram to each of the host's addresses is refused here: a filter drops segments of TCP in
    /// silence. A name without an address counts as refused, since its resolver is.
    private static func refuses(host: String, port: String) -> Bool {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, port, &hints, &found) == 0 else { return true }
        defer { freeaddrinfo(found) }
        var (entry, results) = (found, [Bool]())
        while let address = entry?.pointee {
            results.append(refuses(address))
            entry = address.ai_next
        }
        return results.allSatisfy(\.self)
    }

    private static func refuses(_ address: addrinfo) -> Bool {
        let kind = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.ai_family, kind, 0)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        guard connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else { return errno == EPERM }
        return send(descriptor, nil, 0, Int32(MSG_NOSIGNAL)) < 0 && errno == EPERM
    }
}
