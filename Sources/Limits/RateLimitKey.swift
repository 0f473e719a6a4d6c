internal import Crypto
package import EventLoops
package import FoundationEssentials
internal import Values

/// The limited caller as 128 bits: a user, the network of an address, a text, or a text and a network
/// together. A limiter only stores its hash, under a key that outsiders don't have.
package struct RateLimitKey: Sendable, Hashable {
    /// For tables of this process alone.
    private static let processSecret = Randomness.bytes(SipHash.keyBytes)

    private let high: UInt64
    private let low: UInt64

    package init(_ text: String) {
        self.init(digestOf: Array(text.utf8))
    }

    package init(_ uid: UUID) {
        self.init(uid.words)
    }

    /// An address, or for IPv6 its network of 64 bits: a household is given at least that many (RFC 6177),
    /// and could call from another address each time.
    package init(_ address: PeerAddress) {
        switch address.network {
        case .v6(let network): self.init((network, 0))
        // Apart from IPv6, whose networks have a lower half of zero.
        case .v4(let address): self.init((0, 0xFFFF << 32 | UInt64(address)))
        case nil: self.init(address.description)
        }
    }

    /// A caller at an address.
    package init(_ text: String, at address: PeerAddress) {
        self.init(digestOf: Self.network(of: address) + Array(text.utf8))
    }

    private init(digestOf bytes: [UInt8]) {
        self.init(UUID(bytes: BLAKE2b.hash(bytes, byteCount: 16)[...])!.words)
    }

    private init(_ words: (high: UInt64, low: UInt64)) {
        (high, low) = words
    }

    /// 16 bytes that an address shares with its network.
    package static func network(of address: PeerAddress) -> [UInt8] {
        let key = RateLimitKey(address)
        return UUID(high: key.high, low: key.low).bytes
    }

    /// 64 bits that can't be predicted outside this process.
    package var hash: UInt64 { hash(under: Self.processSecret) }

    /// - Parameter secret: as many bytes as `SipHash` takes.
    func hash(under secret: [UInt8]) -> UInt64 {
        SipHash.hash(high, low, key: secret)
    }
}
