internal import CSodium
package import EventLoops
package import FoundationEssentials
internal import Glibc

/// Who is being limited, as 64 bits: a hash under a key of this process, so that nobody outside can aim at a
/// place in the limiter's table, and no address or e-mail is kept.
package struct RateLimitKey: Sendable, Hashable {
    private static let secret = Randomness.bytes(Int(crypto_shorthash_KEYBYTES))

    let hash: UInt64

    package init(_ text: String) {
        self.init(bytes: Array(text.utf8))
    }

    package init(_ uid: UUID) {
        self.init(bytes: uid.bytes)
    }

    /// An address, or for IPv6 its network of 64 bits: a household is given at least that many (RFC 6177),
    /// and could call from another address each time.
    package init(_ address: PeerAddress) {
        self.init(bytes: Self.network(of: address))
    }

    /// Somebody at an address.
    init(_ text: String, at address: PeerAddress) {
        self.init(bytes: Array(text.utf8) + [0] + Self.network(of: address))
    }

    private init(bytes: [UInt8]) {
        var output: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
        crypto_shorthash(&output, bytes, UInt64(bytes.count), Self.secret)
        hash = output.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
    }

    static func network(of address: PeerAddress) -> [UInt8] { network(of: address.description) }

    private static func network(of address: String) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 16)
        guard inet_pton(AF_INET6, address, &bytes) == 1 else { return Array(address.utf8) }
        // An IPv4 caller on a socket for both (RFC 4291 section 2.5.5.2).
        let isMapped = bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
        guard isMapped else { return Array(bytes[..<8]) }
        return Array(bytes[12...].map(String.init).joined(separator: ".").utf8)
    }
}
