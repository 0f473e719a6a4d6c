internal import Glibc

/// Where a connection came from: an IPv4 or IPv6 address, or nothing for a Unix socket.
package struct PeerAddress: Sendable, Hashable, CustomStringConvertible {
    /// A customer's network: an IPv4 address, or the first 64 bits of an IPv6 one (RFC 6177).
    package enum Network: Sendable, Hashable {
        case v4(UInt32)
        case v6(UInt64)
    }

    /// The address in text, as `inet_ntop` writes it; `local` for a Unix socket.
    package let description: String
    /// Nil for a Unix socket, and for what is no address.
    package let network: Network?

    package init(_ description: String) {
        self.description = description
        network = Self.storage(of: description).flatMap(Network.init)
    }

    /// A written address, or nil for invalid text.
    package init?(numeric text: String) {
        guard let storage = Self.storage(of: text) else { return nil }
        self.init(storage)
    }

    init(_ storage: sockaddr_storage) {
        var storage = storage
        network = Network(storage)
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = Int32(storage.ss_family)
        let written = withUnsafePointer(to: &storage) { pointer -> UnsafePointer<CChar>? in
            guard let offset = addressOffset(family) else { return nil }
            return inet_ntop(family, UnsafeRawPointer(pointer) + offset, &text, socklen_t(text.count))
        }
        description =
            written == nil
            ? "local" : String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Whether it is this machine's own: 127.0.0.0/8 or ::1.
    package var isLoopback: Bool {
        if case .v4(let address) = network { address >> 24 == 127 } else { description == "::1" }
    }

    private static func storage(of text: String) -> sockaddr_storage? {
        for family in [AF_INET, AF_INET6] {
            var storage = sockaddr_storage()
            storage.ss_family = sa_family_t(family)
            let status = withUnsafeMutablePointer(to: &storage) {
                inet_pton(family, text, UnsafeMutableRawPointer($0) + addressOffset(family)!)
            }
            if status == 1 { return storage }
        }
        return nil
    }
}

extension PeerAddress.Network {
    fileprivate init?(_ storage: sockaddr_storage) {
        guard let offset = addressOffset(Int32(storage.ss_family)) else { return nil }
        let isIPv6 = Int32(storage.ss_family) == AF_INET6
        self = withUnsafeBytes(of: storage) { raw in
            func word(_ index: Int) -> UInt32 {
                UInt32(bigEndian: raw.loadUnaligned(fromByteOffset: offset + 4 * index, as: UInt32.self))
            }
            guard isIPv6 else { return .v4(word(0)) }
            // An IPv4 caller on a socket for both (RFC 4291 section 2.5.5.2).
            if word(0) == 0, word(1) == 0, word(2) == 0xFFFF { return .v4(word(3)) }
            return .v6(UInt64(word(0)) << 32 | UInt64(word(1)))
        }
    }
}

/// Where the address is in a `sockaddr` of this family.
private func addressOffset(_ family: Int32) -> Int? {
    switch family {
    case AF_INET: MemoryLayout<sockaddr_in>.offset(of: \.sin_addr)
    case AF_INET6: MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr)
    default: nil
    }
}
