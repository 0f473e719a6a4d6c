package import Batching
package import Crypto
internal import EventLoops
public import Ledger
package import Postgres
package import Referrals
internal import Values

/// The context of every use case in which rules decide: the active rules, currencies, and the users'
/// moderation.
open class RewardsContext: LedgerContext {
    package let programme: Programme
    /// Rules written in Swift.
    package let code: [any RewardRule]
    package let moderation: ModerationList
    package let disposable: DisposableMail
    package let currencies: CurrencyBook
    package var approvals = ApprovalPolicy()
    /// Of all loops.
    package var factNumbers = FactNumbers()
    let doubts = Doubts()

    package init(
        pool: PostgresPool, clock: DatabaseClock, notifications: Notifications, programme: Programme,
        code: [any RewardRule], limits: CoalescerLimits, moderation: ModerationList,
        disposable: DisposableMail, metrics: ServiceMetrics, log: @escaping @Sendable (LogLine) -> Void,
        ids: UUIDv7Generator, ledgerKey: LedgerKey?, causes: CauseGuard?, troubles: TroubleLog,
        changes: ChangeRecorder
    ) {
        self.programme = programme
        self.code = code
        self.moderation = moderation
        self.disposable = disposable
        currencies = CurrencyBook(pool: pool, notifications: notifications)
        super.init(
            pool: pool, clock: clock, notifications: notifications, limits: limits, metrics: metrics,
            log: log, ids: ids, troubles: troubles, changes: changes, ledgerKey: ledgerKey, causes: causes)
    }
}
