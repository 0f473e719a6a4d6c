/// Addresses that begin alike, as in `10.0.0.0/8` or `fd00::/8`.
package struct AddressRange: Sendable, Equatable {
    private let first: IPAddress
    private let bits: Int

    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = IPAddress(String(parts[0])), parts.count <= 2 else { return nil }
        let bitsMax = first.bitCount
        guard let bits = parts.count == 2 ? Int(parts[1]) : bitsMax, (0...bitsMax).contains(bits)
        else { return nil }
        self.first = first
        self.bits = bits
    }

    /// One address.
    init(_ address: IPAddress) {
        first = address
        bits = address.bitCount
    }

    func contains(_ address: IPAddress) -> Bool {
        switch (first, address) {
        case (.v4(let first), .v4(let other)):
            bits == 0 || (first ^ other) >> UInt32(32 - bits) == 0
        case (.v6(let first, let firstLow), .v6(let other, let otherLow)):
            bits == 0
                || (first ^ other) >> UInt64(64 - min(bits, 64)) == 0
                    && (bits <= 64 || (firstLow ^ otherLow) >> UInt64(128 - bits) == 0)
        default: false
        }
    }
}

extension IPAddress {
    fileprivate var bitCount: Int {
        if case .v4 = self { 32 } else { 128 }
    }
}
