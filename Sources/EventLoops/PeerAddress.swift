internal import Glibc

/// Where a connection came from: an IPv4 or IPv6 address, or nothing for a Unix socket.
package struct PeerAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address in text, as `inet_ntop` writes it; `local` for a Unix socket.
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    init(_ storage: sockaddr_storage) {
        var storage = storage
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = Int32(storage.ss_family)
        let written = withUnsafePointer(to: &storage) { pointer -> UnsafePointer<CChar>? in
            let raw = UnsafeRawPointer(pointer)
            switch family {
            case AF_INET:
                let offset = MemoryLayout<sockaddr_in>.offset(of: \.sin_addr)!
                return inet_ntop(family, raw + offset, &text, socklen_t(text.count))
            case AF_INET6:
                let offset = MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr)!
                return inet_ntop(family, raw + offset, &text, socklen_t(text.count))
            default:
                return nil
            }
        }
        description =
            written == nil
            ? "local" : String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
