internal import Batching
internal import Crypto
internal import EventLoops
internal import Ledger
internal import Postgres
internal import Referrals
internal import Rewards

/// What the services of one loop share: one of it, since every batch takes it along.
final class ServiceContext: RewardsContext {
    let sessions: SessionIssuer
    let addresses: AddressBook
    let marks: MarkMaker
    let receiptKey: Subkey
    /// What hashes tokens that have proved who calls, and their requests.
    let proofKey: Subkey
    /// What tags the tokens of mails' links.
    let mailTokenKey: Subkey

    init(
        pool: PostgresPool, clock: DatabaseClock, notifications: Notifications, programme: Programme,
        code: [any RewardRule] = [], limits: CoalescerLimits, sessions: SessionIssuer, root: RootSecret,
        standings: StandingList, disposable: DisposableMail = DisposableMail(), metrics: ServiceMetrics,
        log: @escaping @Sendable (LogLine) -> Void, ids: UUIDv7Generator, ledgerKey: LedgerKey?,
        causes: CauseGuard? = nil, troubles: TroubleLog = TroubleLog(), shards: ShardMap? = nil
    ) {
        self.sessions = sessions
        addresses = AddressBook(root: root)
        marks = MarkMaker(key: root.subkey(for: .signUpMarks))
        receiptKey = root.subkey(for: .claimReceipts)
        proofKey = root.subkey(for: .proofs)
        mailTokenKey = root.subkey(for: .mailTokens)
        super.init(
            pool: pool, clock: clock, notifications: notifications, programme: programme, code: code,
            limits: limits, standings: standings, disposable: disposable, metrics: metrics, log: log,
            ids: ids,
            ledgerKey: ledgerKey, causes: causes, troubles: troubles, shards: shards)
    }
}
