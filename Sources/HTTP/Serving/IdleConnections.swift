internal import EventLoops

/// Finds who can be missed when there is no room: the connections of a loop that go first, in their order.
///
/// All are read at once for many removals. A served one removes itself, and no other can have become idle
/// earlier.
struct IdleConnections {
    private static let foundMax = 64

    private struct Found {
        let connection: Connection
        let servedAt: MonotonicInstant

        /// A slot beyond the limit is of no use to most.
        func goesBefore(_ other: Found) -> Bool {
            let isReserved = connection.slot == .reserved
            guard isReserved == (other.connection.slot == .reserved) else { return !isReserved }
            return servedAt < other.servedAt
        }
    }

    /// The next to go is the last.
    private var found: [Found] = []

    mutating func next(of connections: [Connection]) -> Connection? {
        if let connection = nextFound() { return connection }
        found = connections.filter(\.canBeMissed).map { Found(connection: $0, servedAt: $0.servedAt) }
            .sorted { $0.goesBefore($1) }.prefix(Self.foundMax).reversed()
        return nextFound()
    }

    private mutating func nextFound() -> Connection? {
        while let last = found.popLast() {
            if last.connection.canBeMissed, last.connection.servedAt == last.servedAt {
                return last.connection
            }
        }
        return nil
    }
}
