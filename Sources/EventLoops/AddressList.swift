/// Addresses and networks: `203.0.113.7, 10.0.0.0/8, 2001:db8::/32`.
package struct AddressList: Sendable, Equatable {
    private struct Block: Sendable, Equatable {
        let network: PeerAddress.Network
        /// How many of its first bits count.
        let bits: Int
    }

    private let blocks: [Block]

    /// Nil for a text with an item that is no address or network. Networks of IPv6 have 64 bits at most,
    /// which are one customer's (RFC 6177).
    package init?(_ text: String) {
        var blocks: [Block] = []
        for item in text.split(whereSeparator: { $0 == "," || $0 == " " }) {
            guard let block = Self.block(item) else { return nil }
            blocks.append(block)
        }
        self.blocks = blocks
    }

    package func contains(_ address: PeerAddress) -> Bool {
        guard let network = address.network else { return false }
        return blocks.contains { Self.prefix(of: $0.network, $0.bits) == Self.prefix(of: network, $0.bits) }
    }

    private static func block(_ text: Substring) -> Block? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let network = PeerAddress(numeric: String(parts[0]))?.network else {
            return nil
        }
        let isIPv6 = if case .v6 = network { true } else { false }
        let most = isIPv6 ? 64 : 32
        // A single address of IPv6 would admit its whole network.
        guard parts.count == 2 else { return isIPv6 ? nil : Block(network: network, bits: most) }
        guard let bits = Int(parts[1]), (0...most).contains(bits) else { return nil }
        return Block(network: network, bits: bits)
    }

    /// The network with all bits behind the first ones zero.
    private static func prefix(of network: PeerAddress.Network, _ bits: Int) -> PeerAddress.Network {
        switch network {
        case .v4(let address): .v4(bits == 0 ? 0 : (address >> UInt32(32 - bits)) << UInt32(32 - bits))
        case .v6(let address): .v6(bits == 0 ? 0 : (address >> UInt64(64 - bits)) << UInt64(64 - bits))
        }
    }
}
