package import EventLoops
package import Postgres

extension PostgresConfiguration {
    private static let processorsPerLoopOnCitus = 4

    /// The loops of these that serve, and with how many connections. What waits in one loop for one of Citus'
    /// shards goes together: a few loops, each with twice the connections, make larger batches than many.
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
