package import Batching
package import EventLoops
package import Postgres
internal import Referrals
internal import Store

/// Makes the partitions of changes, drops old ones, and removes listeners whose time is up. Where the feed is
/// on, a listener says so to commands, which don't have the setting.
package final class ChangeKeeper: Recurring {
    package let startsAtOnce = true
    package let pauseMilliseconds = 60_000
    package let failure = "keeping changes failed"
    package let log: @Sendable (LogLine) -> Void
    private let pool: PostgresPool
    private static let feedListener = "feed"
    private static let feedSeconds: Int64 = 600
    private let retentionDays: Int
    private let isFeedOn: Bool

    package init(
        pool: PostgresPool, _ configuration: DeliveryConfiguration, log: @escaping @Sendable (LogLine) -> Void
    ) {
        self.pool = pool
        retentionDays = configuration.retentionDays
        isFeedOn = configuration.isFeedOn
        self.log = log
    }

    package func round(on loop: isolated EventLoop) async throws(PostgresError) {
        try await pool.run(KeepChanges(retentionDays: retentionDays))
        if isFeedOn {
            try await pool.run(
                RegisterChangeListener(Self.feedListener, .all, forSeconds: Self.feedSeconds))
        }
        try await pool.run(RemoveExpiredChangeListeners(), DeleteExpiredTickets())
    }
}
