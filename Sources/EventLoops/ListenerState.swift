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

/// What a listener has seen.
package struct ConnectionCounts: Sendable {
    package var open = 0
    /// Reset because their address had its share.
    package var refused = 0
    /// Ended for the sake of others.
    package var displaced = 0

    package static let none = ConnectionCounts()
}

/// Who is connected, over all loops.
struct ListenerState {
    enum Entry {
        case loop(Int)
        case loopPastLimit(Int)
        case refused
    }

    private let limits: ListenerLimits
    /// Connections open, by loop.
    private var open: [Int]
    private var byNetwork: [PeerAddress.Network: Int] = [:]
    var counts = ConnectionCounts()
    /// Places kept for what loops are accepting just now: perhaps nobody.
    var expected = 0
    var isStopped = false

    init(limits: ListenerLimits, loops: Int) {
        self.limits = limits
        open = Array(repeating: 0, count: loops)
    }

    var hasRoom: Bool { counts.open + expected < limits.connectionsMax + limits.connectionsReserved }

    /// Counts the connection that a place was kept for on the loop with the fewest.
    mutating func enter(from peer: PeerAddress) -> Entry {
        expected -= 1
        guard takeShare(of: peer.network) else {
            counts.refused += 1
            return .refused
        }
        let index = open.indices.min { open[$0] < open[$1] }!
        open[index] += 1
        counts.open += 1
        return counts.open > limits.connectionsMax ? .loopPastLimit(index) : .loop(index)
    }

    mutating func leave(_ loop: Int, from peer: PeerAddress) {
        open[loop] -= 1
        counts.open -= 1
        guard limits.connectionsPerAddressMax != nil, let network = peer.network else { return }
        let left = byNetwork[network, default: 1] - 1
        byNetwork[network] = left > 0 ? left : nil
    }

    private mutating func takeShare(of network: PeerAddress.Network?) -> Bool {
        guard let connectionsMax = limits.connectionsPerAddressMax, let network else { return true }
        guard byNetwork[network, default: 0] < connectionsMax else { return false }
        byNetwork[network, default: 0] += 1
        return true
    }
}
