internal import Batching
internal import EventLoops
internal import Invitations
internal import Postgres
internal import Store

/// Makes room for the clicks of today and of the days to come, and drops old ones.
struct ClickHousekeeping: Recurring {
    let failure = "making room for clicks failed"
    /// Since there may be no partition for today's clicks.
    let startsAtOnce = true
    let pool: PostgresPool
    let clicks: ClickStorage
    let log: @Sendable (LogLine) -> Void
    var pauseMilliseconds = 60_000

    func round(on loop: isolated EventLoop) async throws(PostgresError) {
        let limits = clicks.limits
        let kept = try await pool.run(
            KeepClicks(retentionDays: limits.retentionDays, bytesMax: clicks.bytesMax)
        ).first
        guard let kept, clicks.note(hasRoom: kept.hasRoom) else { return }
        let fields = ["bytes": "\(kept.bytes)", "megabytes_max": "\(limits.megabytesMax)"]
        log(
            kept.hasRoom
                ? LogLine(.info, "clicks are stored again", fields)
                : LogLine(.warning, "too many clicks today: they are counted, and not stored", fields))
    }
}
