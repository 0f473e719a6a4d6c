internal import Batching
internal import EventLoops
internal import HTTP
internal import JSON
internal import Service
internal import Tracing

/// The process's state for monitoring, from all its loops.
struct Operations: Sendable {
    let services: [ServiceMetrics]
    let exchanges: [ExchangeMetrics]
    /// Reads how many connections are open, and how many had to go.
    let connections: @Sendable () -> ConnectionCounts
    /// Reads how much they keep in memory, and how many had to give theirs up.
    let buffers: @Sendable () -> (bytes: Int, shed: Int)
    /// Reads how many passwords wait to be hashed.
    let passwordQueueDepth: @Sendable () -> Int
    let log: LogSink
    /// Of all loops; zeros unless traces are exported.
    var traces = TraceCounts()
    /// Reads what an operator should look after.
    var warnings: @Sendable () -> [String] = { [] }
    /// Items of recurring work that can't be done now.
    var setAside = SetAside()
    /// Reads what the service needs before players come.
    var setup: @Sendable () -> [SetupStep] = { [] }
    var document = ServedDocument()
    /// How often a proxy's word of where a request came from named no address.
    let forwardedUnread = Locked(0)
}
