public import Batching
package import Crypto
package import Postgres
internal import Store

/// The context of every use case that moves money.
open class LedgerContext: LoopContext {
    /// Of transactions that pay the same account.
    package let races = ReplayEstimator()
    /// The keys for seals; nil if none was given.
    package let ledgerKey: LedgerKey?
    /// Checks rows before the service acts on them.
    package let causes: CauseGuard

    package init(
        pool: PostgresPool, clock: DatabaseClock, notifications: Notifications, limits: CoalescerLimits,
        metrics: ServiceMetrics, log: @escaping @Sendable (LogLine) -> Void, ids: UUIDv7Generator,
        troubles: TroubleLog, changes: ChangeRecorder, ledgerKey: LedgerKey?, causes: CauseGuard?
    ) {
        self.ledgerKey = ledgerKey
        self.causes = causes ?? CauseGuard(keys: ledgerKey.map { LedgerKeys($0) }, log: log)
        super.init(
            pool: pool, clock: clock, notifications: notifications, limits: limits, metrics: metrics,
            log: log,
            ids: ids, troubles: troubles, changes: changes)
    }

    /// Of two that make the same account at once only one can; and there is nothing to lock before.
    private static let bookingAttemptsMax = 5

    /// Runs a transaction that books entries, and again where another has booked on the same account since it
    /// was read.
    ///
    /// Accounts are mostly read without a lock: who is paid is seldom paid twice at once, and a lock is one
    /// more version of the row. After a race, and for a while, they are locked.
    package final func booking<Value>(
        _ body: (_ locks: Bool) async throws(PostgresError) -> Value
    ) async throws(PostgresError) -> Value {
        var locks = expectsRace()
        for _ in 1..<Self.bookingAttemptsMax {
            do throws(PostgresError) {
                return try await body(locks)
            } catch {
                guard InsertLedgerEntries.isRace(error) else { throw error }
                races.sawOne()
                locks = true
            }
        }
        return try await body(locks)
    }

    /// Whether the next transaction is better off when it locks the accounts on which it books.
    package final func expectsRace() -> Bool {
        guard races.areLikely else { return false }
        races.note(false)
        return true
    }
}
