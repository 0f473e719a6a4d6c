package import Accounts
package import Batching
package import Crypto
package import Delivery
package import EventLoops
package import Invitations
internal import Ledger
package import Limits
package import Postgres
internal import Referrals
package import Reporting
package import Rewards
package import Tracing

/// Everything that one loop's endpoints call.
package final class Services {
    package let clock: DatabaseClock
    package let authenticator: Authenticator
    package let keys: KeyService
    package let keyring: Keyring
    package let accounts: AccountService
    package let externalIDs: ExternalIDService
    package let sessions: SessionService
    package let merging: MergeService
    package let events: EventService
    package let money: MoneyService
    package let profiles: ProfileService
    package let currencies: CurrencyService
    package let rewards: RewardService
    package let rules: RuleService
    package let trust: TrustService
    package let reviews: ReviewService
    /// The rewards of the active rules, for pages.
    package let offers = OfferAmounts()
    package let jobs: JobService
    package let approvals: ApprovalService
    package let reports: ReportService
    package let explanations: ExplanationService
    package let audit: AuditService
    package let exports: ExportService
    package let timeline: TimelineService
    package let funnel: FunnelService
    package let overview: OverviewService
    package let leaders: LeaderService
    package let changes: ChangeFeed
    package let streams: StreamService
    package let webhooks: WebhookService
    package let webhookPuller: WebhookPuller
    package let links: LinkService
    package let deletion: AccountDeletionService
    package let identities: IdentityService
    package let deletions: MailedDeletionService
    package let personalData: PersonalDataService
    package let emails: EmailService
    package let recovery: RecoveryService
    package let support: SupportService
    package let notes: NoteService
    package let console: ConsoleService
    /// Items of recurring work that can't be done now.
    package let setAside: SetAside
    package let limits: RateLimits
    package let metrics: ServiceMetrics
    /// The hash under which Idempotency-Keys are kept; those of claims apart, which say nothing of a user.
    package let idempotencyPepper: Subkey
    package let claimPepper: Subkey

    package let pool: PostgresPool
    let limitExchange: LimitExchange
    private let engine: EngineWatch
    private let programme: Programme
    private let moderation: ModerationList
    let mailRequests: MailRequests
    let erasures: ErasureKeeper
    private let notifications = Notifications()
    let clicks: ClickStorage
    let ledger: LedgerConfiguration?
    let countedDaysAtOnce: Int32
    let mail: MailConfiguration?
    package var sendsMail: Bool { mail != nil }
    let context: AccountsContext
    let log: @Sendable (LogLine) -> Void
    private let troubles: TroubleLog
    let notifier: ChangeNotifier
    let delivery: DeliveryConfiguration
    let reader: ChangeReader
    let webhookVault: WebhookVault
    let webhookBell: WebhookBell
    /// On the loop that does the process's recurring work.
    package internal(set) var webhookWorker: WebhookWorker?
    package internal(set) var mailSender: MailSender?

    package init(
        _ configuration: ServiceConfiguration, shared: SharedServices, metrics: ServiceMetrics,
        tracer: Tracer? = nil, on loop: isolated EventLoop
    ) throws {
        pool = try PostgresPool(
            configuration: configuration.database.counting(in: shared.zone), tracer: tracer, on: loop)
        self.metrics = metrics
        clock = DatabaseClock(shared.secrets.clock, in: shared.zone)
        clicks = configuration.clicks
        ledger = configuration.ledger
        countedDaysAtOnce = configuration.countedDaysAtOnce
        mail = configuration.mail
        log = configuration.log
        let root = shared.secrets.root
        keyring = Keyring(
            shared.secrets.tokenKeys, rootKey: shared.secrets.rootKey, pool: pool, clock: clock,
            names: configuration.tokenNames, notifications: notifications, log: log, on: loop)
        programme = Programme(
            pool: pool, notifications: notifications, code: configuration.code, offers: offers, on: loop)
        moderation = ModerationList(pool: pool, notifications: notifications, on: loop)
        let ids = UUIDv7Generator()
        let recorder = ChangeRecorder(
            pool: pool, notifications: notifications, clock: clock, ids: ids,
            writesAll: configuration.delivery.isFeedOn, on: loop)
        delivery = configuration.delivery
        notifier = shared.notifier
        troubles = shared.troubles
        pool.onAnnounced = { [notifier] in notifier.note() }
        pool.onWarning = { [troubles, log] in troubles.report($0, to: log) }
        let context = AccountsContext(
            pool: pool, clock: clock, notifications: notifications, programme: programme,
            code: configuration.code,
            limits: configuration.coalescer, sessions: SessionIssuer(keyring: keyring, root: root),
            root: root, moderation: moderation, disposable: configuration.disposable, metrics: metrics,
            log: configuration.log,
            ids: ids, ledgerKey: configuration.ledger?.keys.current,
            causes: shared.causes ?? CauseGuard(keys: configuration.ledger?.keys, log: configuration.log),
            troubles: shared.troubles, changes: recorder, publicURL: configuration.publicURL,
            hasBearers: configuration.identities.hasBearers)
        context.approvals = configuration.approvals
        context.factNumbers = shared.factNumbers
        context.setAside = shared.setAside
        setAside = shared.setAside
        self.context = context
        shared.passwords.foreign.follow(pool, hearing: notifications, on: loop)
        let checker = IdentityChecker(configuration.identities, clock: clock, log: configuration.log)
        checker.listen(on: loop)
        let bearers = BearerTokens(pool: pool, clock: clock, checker: checker, on: loop)
        authenticator = Authenticator(
            pool: pool, clock: clock, notifications: notifications, keyring: keyring, moderation: moderation,
            root: root, limits: configuration.limits, causes: context.causes, bearers: bearers,
            seen: shared.seen, on: loop)
        keys = KeyService(pool: pool)
        engine = EngineWatch(pool, hearing: notifications, on: loop, log: configuration.log)
        limits = configuration.limits
        limits.share(under: root.subkey(for: .rateLimits))
        limitExchange = LimitExchange(limits, pool: pool, clock: clock)
        let mailLimits = MailLimits(rates: limits, isMailOn: configuration.mail != nil)
        mailRequests = try MailRequests(context, limits: mailLimits, on: loop)
        accounts = try AccountService(
            context, passwords: PasswordService(shared.passwords), authenticator: authenticator,
            checker: checker,
            limits: limits, mailRequests: mailRequests, on: loop)
        externalIDs = ExternalIDService(context, bearers: bearers)
        sessions = try SessionService(
            context, passwords: PasswordService(shared.passwords), authenticator: authenticator,
            limits: limits, on: loop)
        merging = MergeService(context, authenticator: authenticator, limits: limits)
        emails = EmailService(
            context, passwords: shared.passwords, authenticator: authenticator, checker: checker,
            limits: mailLimits,
            mailRequests: mailRequests, on: loop)
        recovery = RecoveryService(
            context, passwords: shared.passwords, authenticator: authenticator, checker: checker,
            limits: mailLimits,
            mailRequests: mailRequests)
        support = SupportService(context, authenticator: authenticator, limits: mailLimits)
        notes = NoteService(context)
        console = ConsoleService(
            context, root: root, passwords: shared.passwords, authenticator: authenticator, limits: limits,
            on: loop)
        events = try EventService(context, on: loop)
        money = try MoneyService(context, on: loop)
        profiles = ProfileService(context)
        currencies = CurrencyService(context)
        rewards = RewardService(context)
        rules = RuleService(context)
        trust = TrustService(context)
        reviews = ReviewService(context)
        jobs = JobService(context)
        approvals = ApprovalService(context, rules: rules, trust: trust, money: money, jobs: jobs)
        identities = IdentityService(
            context, passwords: shared.passwords, checker: checker, externalIDs: externalIDs,
            limits: mailLimits,
            mailRequests: mailRequests)
        let eraser = Eraser(context, authenticator: authenticator, keys: configuration.ledger?.keys)
        deletion = AccountDeletionService(
            context, passwords: shared.passwords, authenticator: authenticator, checker: checker,
            limits: mailLimits,
            eraser: eraser,
            configuration: configuration.deletion)
        deletions = MailedDeletionService(
            context, limits: mailLimits, mailRequests: mailRequests, configuration: configuration.deletion)
        personalData = PersonalDataService(context)
        erasures = ErasureKeeper(context, eraser: eraser, list: configuration.deletion.list)
        reports = ReportService(context)
        explanations = ExplanationService(context)
        audit = AuditService(context)
        exports = ExportService(context)
        timeline = TimelineService(context)
        funnel = FunnelService(context)
        overview = OverviewService(context)
        leaders = LeaderService(context)
        reader = try ChangeReader(pool: pool, notifications: notifications, on: loop)
        changes = ChangeFeed(context, reader: reader)
        streams = try StreamService(
            context, reader: reader, authority: authenticator, sessions: shared.streams,
            key: root.subkey(for: .streamTickets), on: loop)
        webhookVault = WebhookVault(root.subkey(for: .webhooks))
        webhookBell = WebhookBell(notifications)
        webhooks = WebhookService(
            context, vault: webhookVault,
            allowed: configuration.delivery.allowedReceivers, codeRules: configuration.code.map(\.name),
            on: loop)
        webhookPuller = WebhookPuller(
            context, vault: webhookVault, reader: reader,
            userAgent: configuration.delivery.userAgent)
        links = try LinkService(
            context, profile: configuration.profile, root: root, storage: configuration.clicks, on: loop)
        idempotencyPepper = root.subkey(for: .idempotencyKeys)
        claimPepper = root.subkey(for: .claimKeys)
        try notifications.start(
            configuration.listening ?? configuration.database, setting: clock, on: loop)
        context.shards?.start(asking: pool, on: loop)
    }

    /// The process is about to end: proxies should send requests elsewhere, though these are still served.
    package var isEnding = false {
        didSet { if isEnding { streams.hub.closeAll() } }
    }

    /// Whether a request would find the database, and should come here.
    package var isReady: Bool {
        !isEnding && pool.isReady && authenticator.isFresh && programme.isKnown && context.changes.isKnown
    }

    /// Writes what this loop knows of queues and waits where any loop can read it, and of troubles into the
    /// log.
    package func publishGauges() {
        metrics.setQueueDepth(events.queueDepth, of: "events")
        for depths in [
            accounts.queueDepths, sessions.queueDepths, money.queueDepths, links.queueDepths,
            mailRequests.queueDepths,
        ] {
            for (kind, depth) in depths { metrics.setQueueDepth(depth, of: kind) }
        }
        let clicks = links.clicks
        metrics.setClicks(recorded: clicks.recorded, counted: clicks.counted, dropped: clicks.dropped)
        metrics.setStreams(streams.hub.count, horizonMilliseconds: reader.horizonMilliseconds)
        let pool = self.pool.metrics
        metrics.setPool(waits: pool.waits, waitNanoseconds: pool.waitNanoseconds)
        troubles.tell(to: log)
    }

    /// Fails what still waits, lets what is in flight finish, and ends the connections.
    package func close(on loop: isolated EventLoop) async {
        events.close()
        accounts.close()
        sessions.close()
        money.close()
        mailRequests.close()
        await links.close(on: loop)
        await webhookWorker?.close()
        await authenticator.close()
        await limitExchange.close()
        await notifier.close(on: loop)
        await pool.close(on: loop)
        await notifications.close(on: loop)
        context.shards?.close()
        troubles.tell(to: log)
    }
}

extension Authenticator: StreamAuthority {}
