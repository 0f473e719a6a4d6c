internal import Crypto
internal import EventLoops
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Values

/// What the services of one loop share: one of it, since every batch takes it along.
final class ServiceContext {
    let pool: PostgresPool
    let clock: DatabaseClock
    let notifications: Notifications
    let programme: Programme
    /// Rules written in Swift.
    let code: [any RewardRule]
    let limits: CoalescerLimits
    let sessions: SessionIssuer
    let addresses: AddressBook
    let marks: MarkMaker
    let receiptKey: Subkey
    /// What hashes tokens that have proved who calls, and their requests.
    let proofKey: Subkey
    /// What tags the tokens of mails' links.
    let mailTokenKey: Subkey
    let standings: StandingList
    let disposable: DisposableMail
    let metrics: ServiceMetrics
    let currencies: CurrencyBook
    let log: @Sendable (LogLine) -> Void
    let ids: UUIDv7Generator
    let troubles: TroubleLog
    let blocked = BlockedUsers()
    let scarce = ScarceBudgets()
    let rooms = AccountRooms()
    /// Of transactions that pay the same account.
    let races = RepeatWatch()
    /// What entries are sealed with; nil where none was given.
    let ledgerKey: LedgerKey?
    /// Checks rows before the service acts on them.
    let causes: CauseGuard
    /// Nil where all rows are in one place.
    let shards: ShardMap?

    init(
        pool: PostgresPool, clock: DatabaseClock, notifications: Notifications, programme: Programme,
        code: [any RewardRule] = [], limits: CoalescerLimits, sessions: SessionIssuer, root: RootSecret,
        standings: StandingList, disposable: DisposableMail = DisposableMail(), metrics: ServiceMetrics,
        log: @escaping @Sendable (LogLine) -> Void, ids: UUIDv7Generator, ledgerKey: LedgerKey?,
        causes: CauseGuard? = nil,
        troubles: TroubleLog = TroubleLog(), shards: ShardMap? = nil
    ) {
        self.pool = pool
        self.clock = clock
        self.notifications = notifications
        self.programme = programme
        self.code = code
        self.limits = limits
        self.sessions = sessions
        addresses = AddressBook(root: root)
        marks = MarkMaker(key: root.subkey(for: .signUpMarks))
        receiptKey = root.subkey(for: .claimReceipts)
        proofKey = root.subkey(for: .proofs)
        mailTokenKey = root.subkey(for: .mailTokens)
        self.standings = standings
        self.disposable = disposable
        self.metrics = metrics
        currencies = CurrencyBook(pool: pool, notifications: notifications)
        self.log = log
        self.ids = ids
        self.troubles = troubles
        self.ledgerKey = ledgerKey
        self.causes = causes ?? CauseGuard(keys: ledgerKey.map { LedgerKeys($0) }, log: log)
        self.shards = shards
    }

    var makeID: () -> UUID {
        let (ids, clock) = (self.ids, self.clock)
        return { ids.next(atMicroseconds: clock.now.microsecondsSince1970) }
    }

    /// A coalescer that tells the metrics of its batches. What goes wrong inside one is logged and never
    /// told.
    ///
    /// - Parameters:
    ///   - limits: other than those of all.
    ///   - user: whose rows a command needs; nil where they are nobody's yet.
    ///   - mixesShards: whether its batches are better of all shards together for now.
    ///   - run: runs one batch in one transaction; an outcome for each command, in order.
    func coalescer<Command, Reply: Sendable, Refusal: ServiceError>(
        _ name: String, on loop: isolated EventLoop, within limits: CoalescerLimits? = nil,
        user: ((Command) -> UserID?)? = nil,
        mixesShards: @escaping () -> Bool = { false },
        run: @escaping ([Command], BatchPatience) async throws(PostgresError) -> [Result<Reply, Refusal>]
    ) throws(EventLoopError) -> Coalescer<Command, Reply, Refusal> {
        try decidingCoalescer(name, on: loop, within: limits, user: user, mixesShards: mixesShards) {
            commands, patience throws(PostgresError) in
            .finished(try await run(commands, patience))
        }
    }

    /// The same for a batch in which rules decide.
    func decidingCoalescer<Command, Reply: Sendable, Refusal: ServiceError>(
        _ name: String, on loop: isolated EventLoop, within limits: CoalescerLimits? = nil,
        user: ((Command) -> UserID?)?, mixesShards: @escaping () -> Bool = { false },
        run:
            @escaping ([Command], BatchPatience) async throws(PostgresError) -> Attempt<
                [Result<Reply, Refusal>]
            >
    ) throws(EventLoopError) -> Coalescer<Command, Reply, Refusal> {
        let (metrics, limits) = (self.metrics, limits ?? self.limits)
        let shard = self.shard(of: user)
        let connections = pool.configuration.connectionsPerLoop
        return try Coalescer(
            limits: shard == nil ? limits : limits.byShard(connections: connections), on: loop,
            user: user ?? { _ in nil }, shard: shard, mixesShards: mixesShards, blocked: blocked,
            observe: { metrics.countBatch(of: name, commands: $0) }
        ) { commands, patience throws(BatchError<Refusal>) in
            let attempt: Attempt<[Result<Reply, Refusal>]>
            do throws(PostgresError) {
                attempt = try await run(commands, patience)
            } catch {
                throw BatchError(error, log: self.logError)
            }
            switch attempt {
            case .finished(let outcomes): return outcomes
            case .abandoned(let hindrance): throw BatchError(hindrance)
            }
        }
    }

    private func shard<Command>(of user: ((Command) -> UserID?)?) -> ((Command) -> Int)? {
        guard let shards, let user else { return nil }
        return { command in user(command).map(shards.shard(of:)) ?? ShardMap.unknown }
    }

    /// The same for a call of its own.
    func call<Value, Refusal: ServiceError>(
        _ refusal: Refusal.Type = CallFailure.self, _ body: () async throws(PostgresError) -> Value
    ) async throws(Refusal) -> Value {
        do throws(PostgresError) {
            return try await body()
        } catch {
            throw Refusal(error, log: logError)
        }
    }

    private func logError(_ error: PostgresError) {
        troubles.report(error, to: log)
    }
}
