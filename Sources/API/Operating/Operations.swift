internal import Service

/// What watching the process needs, from all its loops.
struct Operations: Sendable {
    let services: [ServiceMetrics]
    let exchanges: [ExchangeMetrics]
    /// Reads the number of open connections.
    let connectionsOpen: @Sendable () -> Int
    /// Reads how many passwords wait to be hashed.
    let passwordQueueDepth: @Sendable () -> Int
    let log: LogSink
    /// Reads what an operator should look after.
    var warnings: @Sendable () -> [String] = { [] }
    let document = ServedDocument()
}
