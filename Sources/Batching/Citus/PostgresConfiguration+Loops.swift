package import EventLoops
package import Postgres

extension PostgresConfiguration {
    private static let processorsPerLoopOnCitus = 4

    /// The serving loops of these, with their number of connections. Commands of one loop for one Citus
    /// shard share batches: a few loops, each with twice the connections, make larger batches than many.
    package func shared(
        by loops: [EventLoop]
    ) -> (database: PostgresConfiguration, loops: [EventLoop]) {
        guard engine == .citus else { return (self, loops) }
        let count = max(1, loops.count / Self.processorsPerLoopOnCitus)
        var database = self
        database.connectionsPerLoop = database.connectionsPerLoop * 2 + 1
        return (database, Array(loops.prefix(count)))
    }
}
