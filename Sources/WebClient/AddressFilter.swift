/// Where a connection may go. It is asked of the address itself when that is connected to, so that a name
/// which leads elsewhere the second time doesn't get past it.
package struct AddressFilter: Sendable, Equatable {
    /// Addresses that the whole internet can reach. Excluded are private addresses, this machine's, its
    /// neighbours', cloud metadata, multicast and documentation ones, and IPv6 forms of those.
    package static let publicOnly = AddressFilter(publicAnd: [])
    package static let any = AddressFilter(isAny: true, ranges: [])

    private let isAny: Bool
    private let ranges: [AddressRange]

    /// Public ones, and these.
    package init(publicAnd ranges: [AddressRange]) {
        self.init(isAny: false, ranges: ranges)
    }

    private init(isAny: Bool, ranges: [AddressRange]) {
        self.isAny = isAny
        self.ranges = ranges
    }

    func allows(_ address: IPAddress) -> Bool {
        isAny || Self.isPublic(address) || ranges.contains { $0.contains(address) }
    }

    private static func isPublic(_ address: IPAddress) -> Bool {
        switch address {
        case .v4: return !special.contains { $0.contains(address) }
        case .v6(let high, let low):
            // A translated IPv4 address (RFC 6052) leads there.
            if high == 0x0064_FF9B_0000_0000, low >> 32 == 0 {
                return isPublic(.v4(UInt32(truncatingIfNeeded: low)))
            }
            return unicast.contains(address) && !special.contains { $0.contains(address) }
        }
    }

    /// The public part of IPv6 by IANA; mapped addresses, `fc00::/7`, `fe80::/10` and all others are
    /// outside.
    private static let unicast = AddressRange("2000::/3")!

    /// IANA's registries of addresses for special purposes (RFC 6890), and those for groups and later.
    private static let special = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
        "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
        "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
    ].map { AddressRange($0)! }
}
