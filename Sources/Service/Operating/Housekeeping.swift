package import EventLoops
internal import FoundationEssentials
internal import Postgres
internal import Store
internal import Values

extension Services {
    /// Forgets what has expired, on one loop of the process, until its pool closes.
    package func keepHouse(on loop: isolated EventLoop) async {
        await Housekeeping(pool: pool, clock: clock, clicks: clicks, log: log).run(on: loop)
    }
}

/// Forgets expired sessions, revocations, sign-up keys, known addresses, receipts, networks of sign-ups and
/// taps, and who used how much of a limit; makes room for clicks and drops old ones.
struct Housekeeping {
    let pool: PostgresPool
    let clock: DatabaseClock
    let clicks: ClickStorage
    let log: @Sendable (LogLine) -> Void
    /// Strangers make these.
    var limitedKeysMax: Int64 = 100_000
    /// How often what has expired is looked for.
    var pauseMilliseconds = 60_000

    /// At once, since there may be no place for today's clicks, and until the pool closes.
    func run(on loop: isolated EventLoop) async {
        repeat {
            let isOpen = await attempt(keepClicks)
            guard isOpen, await attempt(deleteExpired) else { return }
        } while (try? await loop.sleep(milliseconds: pauseMilliseconds)) != nil
    }

    /// What fails comes round again in a minute, and holds nothing else up.
    ///
    /// - Returns: false when the pool is closed.
    private func attempt(_ duty: () async throws(PostgresError) -> Void) async -> Bool {
        do throws(PostgresError) {
            try await duty()
        } catch {
            if error == .closed { return false }
            log(LogLine(.warning, "housekeeping failed", error.logFields))
        }
        return true
    }

    private func keepClicks() async throws(PostgresError) {
        let limits = clicks.limits
        let kept = try await pool.run(
            KeepClicks(retentionDays: limits.retentionDays, bytesMax: clicks.bytesMax)
        ).first
        guard let kept, clicks.note(hasRoom: kept.hasRoom) else { return }
        let fields = ["bytes": "\(kept.bytes)", "megabytes_max": "\(limits.megabytesMax)"]
        log(
            kept.hasRoom
                ? LogLine(.info, "clicks are stored again", fields)
                : LogLine(.warning, "today's clicks are too many: they are counted, and not stored", fields))
    }

    private func deleteExpired() async throws(PostgresError) {
        let now = clock.now
        let keysBefore = now.adding(seconds: -SignUpBatch.keyLifetimeSeconds)
        // Bite by bite until nothing is left: what comes in fast must go as fast.
        while try await pool.run(DeleteExpiredSessions(at: now)).count > 0 {}
        while try await pool.run(DeleteExpiredRevocations(at: now)).count > 0 {}
        while try await pool.run(DeleteExpiredMailTokens(at: now)).count > 0 {}
        while try await pool.run(DeleteExpiredSignUpKeys(before: keysBefore)).count > 0 {}
        let addressesBefore = now.adding(seconds: -AddressBook.lifetimeSeconds)
        while try await pool.run(DeleteExpiredAddresses(before: addressesBefore)).count > 0 {}
        let firstClick = UUID(firstAt: now.adding(seconds: -ClaimSearch.windowSeconds))
        while try await pool.run(DeleteExpiredTaps(before: firstClick)).count > 0 {}
        while try await pool.run(DeleteSpentUses(at: now)).count > 0 {}
        while try await pool.run(DeleteExpiredReceipts(at: now)).count > 0 {}
        let marksBefore = now.adding(seconds: -MarkMaker.networkSeconds)
        while try await pool.run(DeleteSpentMarks(before: marksBefore)).count > 0 {}
        while try await pool.run(ForgetNetworks(before: marksBefore)).count > 0 {}
        while try await pool.run(DeleteSurplusUses(keysMax: limitedKeysMax)).count > 0 {}
    }
}
