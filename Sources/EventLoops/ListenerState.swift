/// The connected peers, over all loops.
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
    /// Slots reserved by loops that are accepting just now, perhaps unused.
    var expected = 0
    var isStopped = false

    init(limits: ListenerLimits, loops: Int) {
        self.limits = limits
        open = Array(repeating: 0, count: loops)
    }

    var hasRoom: Bool { counts.open + expected < limits.connectionsMax + limits.connectionsReserved }

    /// Counts the connection that a slot was kept for on the loop with the fewest.
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
