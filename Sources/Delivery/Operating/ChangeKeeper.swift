package import Batching
package import EventLoops
package import Postgres
internal import Store

/// Makes the partitions of changes, drops old ones, and removes listeners whose time is up.
package final class ChangeKeeper: Recurring {
    package let startsAtOnce = true
    package let pauseMilliseconds = 60_000
    package let failure = "keeping changes failed"
    package let log: @Sendable (LogLine) -> Void
    private let pool: PostgresPool
    private let retentionDays: Int

    package init(
        pool: PostgresPool, _ configuration: DeliveryConfiguration, log: @escaping @Sendable (LogLine) -> Void
    ) {
        self.pool = pool
        retentionDays = configuration.retentionDays
        self.log = log
    }

    package func round(on loop: isolated EventLoop) async throws(PostgresError) {
        try await pool.run(KeepChanges(retentionDays: retentionDays))
        try await pool.run(RemoveExpiredChangeListeners(), DeleteExpiredTickets())
    }
}
