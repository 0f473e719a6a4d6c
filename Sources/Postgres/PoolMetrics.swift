/// A pool's counts since its start, and its state.
package struct PoolMetrics: Sendable, Hashable {
    /// Callers that found no connection idle.
    package var waits = 0
    /// Their total wait.
    package var waitNanoseconds: Int64 = 0
    /// Callers that wait now.
    package var queueDepth = 0
    package var connectionsOpen = 0
    package var connectionsInUse = 0
    /// Connections made instead of lost ones.
    package var reconnects = 0
    package var connectFailures = 0
    /// Callers that gave up waiting.
    package var timeouts = 0
    /// Callers refused because too many waited already.
    package var rejections = 0
    /// Attempts at a transaction beyond each one's first.
    package var retries = 0
    /// Statements that went together count as one.
    package var roundTrips = 0
}
