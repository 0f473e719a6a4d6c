internal import CCurl
internal import Glibc

/// An address that a socket can be connected to.
enum IPAddress: Hashable, Sendable {
    case v4(UInt32)
    case v6(high: UInt64, low: UInt64)

    init?(_ text: String) {
        var (v4, v6) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &v4) == 1 {
            self = withUnsafeBytes(of: v4) { .v4(Self.word($0, 0)) }
        } else if inet_pton(AF_INET6, text, &v6) == 1 {
            self = withUnsafeBytes(of: v6) { Self.v6($0) }
        } else {
            return nil
        }
    }

    /// Nil for what isn't of the internet.
    init?(_ address: UnsafePointer<curl_sockaddr>) {
        let bytes = UnsafeRawPointer(address) + MemoryLayout<curl_sockaddr>.offset(of: \.addr)!
        switch address.pointee.family {
        case AF_INET:
            let start = bytes + MemoryLayout<sockaddr_in>.offset(of: \.sin_addr)!
            self = .v4(Self.word(UnsafeRawBufferPointer(start: start, count: 4), 0))
        case AF_INET6:
            let start = bytes + MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr)!
            self = Self.v6(UnsafeRawBufferPointer(start: start, count: 16))
        default: return nil
        }
    }

    private static func v6(_ bytes: UnsafeRawBufferPointer) -> IPAddress {
        .v6(
            high: UInt64(word(bytes, 0)) << 32 | UInt64(word(bytes, 1)),
            low: UInt64(word(bytes, 2)) << 32 | UInt64(word(bytes, 3)))
    }

    private static func word(_ bytes: UnsafeRawBufferPointer, _ index: Int) -> UInt32 {
        UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
    }
}

extension IPAddress: CustomStringConvertible {
    /// As RFC 5952 has it.
    var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        switch self {
        case .v4(let word):
            var bytes = word.bigEndian
            inet_ntop(AF_INET, &bytes, &text, socklen_t(text.count))
        case .v6(let high, let low):
            var bytes = (high.bigEndian, low.bigEndian)
            inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count))
        }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
