package import Crypto
package import EventLoops

/// The threads that hash passwords, and what they compare them with; all loops of a process share one.
package struct PasswordWork: Sendable {
    let hasher = PasswordHasher()
    let workers: BlockingPool
    let breached: BreachedPasswords
    package let foreign = ForeignSchemes()

    package var queueDepth: Int { workers.queueDepth }

    /// Passwords that may wait to be hashed; past it callers get `unavailable`.
    private static let queueMax = 256

    /// Half of the processors, and at least one.
    package static var workersDefault: Int { max(1, EventLoopGroup.processorCount / 2) }

    /// Event loops that use less than this share of all processors are taken for idle.
    private static let idleShare = 0.05

    /// - Parameters:
    ///   - waitMilliseconds: how long a password waits to be hashed; past it callers get `unavailable`
    ///     at once.
    ///   - breached: leaked passwords, which are refused.
    package init(
        workers: Int, waitMilliseconds: Int, breached: BreachedPasswords
    ) throws(EventLoopError) {
        self.breached = breached
        // Event loops go first.
        let limits = BlockingPool.Limits(
            queueMax: Self.queueMax, waitMillisecondsMax: waitMilliseconds, niceness: 10,
            othersProcessorsMax: Self.idleShare * Double(EventLoopGroup.processorCount))
        self.workers = try BlockingPool(workers: workers, limits: limits)
    }
}
