internal import Basics
package import EventLoops
internal import FoundationEssentials
internal import Postgres
internal import Store
internal import Values

extension Services {
    /// Forgets what has expired, on one loop of the process, until its pool closes.
    package func keepHouse(on loop: isolated EventLoop) async {
        await Housekeeping(pool: pool, clickRetentionDays: clickRetentionDays, log: log).run(on: loop)
    }
}

/// Forgets expired sessions, revocations and sign-up keys, and old clicks.
struct Housekeeping {
    let pool: PostgresPool
    let clickRetentionDays: Int
    let log: @Sendable (LogLine) -> Void
    /// How often what has expired is looked for.
    var pauseMilliseconds = 60_000

    /// Until the pool closes.
    func run(on loop: isolated EventLoop) async {
        while true {
            guard (try? await loop.sleep(milliseconds: pauseMilliseconds)) != nil else { return }
            do throws(PostgresError) {
                try await deleteExpired()
            } catch {
                if error == .closed { return }
                // It comes round again in a minute.
                log(LogLine(.warning, "housekeeping failed", error.logFields))
            }
        }
    }

    private func deleteExpired() async throws(PostgresError) {
        let now = WallClock.now
        let keysBefore = now.adding(seconds: -SignUpBatch.keyLifetimeSeconds)
        // Bite by bite until nothing is left: what comes in fast must go as fast.
        while try await pool.run(DeleteExpiredSessions(at: now)).count > 0 {}
        while try await pool.run(DeleteExpiredRevocations(at: now)).count > 0 {}
        while try await pool.run(DeleteExpiredSignUpKeys(before: keysBefore)).count > 0 {}
        let clicksBefore = now.adding(seconds: -Int64(clickRetentionDays) * CivilDate.secondsPerDay)
        while try await pool.run(DeleteOldClicks(before: UUID(firstAt: clicksBefore))).count > 0 {}
    }
}

extension UUID {
    /// No UUID of version 7 made at `time` or later is below it.
    fileprivate init(firstAt time: Timestamp) {
        self.init(high: UInt64(clamping: time.microsecondsSince1970 / 1_000) << 16, low: 0)
    }
}
