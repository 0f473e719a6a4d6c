/// How many connections may be open at once.
package struct ListenerLimits: Sendable {
    package var connectionsMax: Int
    /// From one address, for IPv6 from one network of 64 bits; nil where addresses are proxies'.
    package var connectionsPerAddressMax: Int?
    /// Beyond the limit, for what must be answered when all others are busy.
    package var connectionsReserved: Int

    package init(
        connectionsMax: Int, connectionsPerAddressMax: Int? = nil, connectionsReserved: Int = 16
    ) {
        self.connectionsMax = connectionsMax
        self.connectionsPerAddressMax = connectionsPerAddressMax
        self.connectionsReserved = connectionsReserved
    }
}
