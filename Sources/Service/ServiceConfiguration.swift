package import Accounts
package import Batching
package import Crypto
package import Delivery
internal import EventLoops
package import Invitations
package import Ledger
package import Limits
package import Links
package import Postgres
package import Referrals
package import Rewards

/// The services' configuration from outside.
package struct ServiceConfiguration: Sendable {
    package var database: PostgresConfiguration
    /// Where notifications are heard, when the database's own way can't: a pooler lends no session for that.
    package var listening: PostgresConfiguration?
    package var coalescer: CoalescerLimits
    package var limits: RateLimits
    /// The issuer and the audience of access tokens.
    package var tokenNames: TokenNames
    /// Rules written in Swift, beside those that are data.
    package var code: [any RewardRule]
    /// The app that links stand on; nil disables links.
    package var profile: AppProfile?
    package var clicks: ClickStorage
    package var disposable: DisposableMail
    /// Nil leaves the ledger unsealed.
    package var ledger: LedgerConfiguration?
    package var deletion: DeletionConfiguration
    package var delivery: DeliveryConfiguration
    /// Nil sends no mails.
    package var mail: MailConfiguration?
    /// The server's own URL, which proofs of installs name; empty for the one that was called.
    package var publicURL = ""
    package var identities: IdentityConfiguration
    package var approvals = ApprovalPolicy()
    /// More than one where there are few rows, as on a test server.
    package var countedDaysAtOnce: Int32 = 1
    package var log: @Sendable (LogLine) -> Void

    package init(
        database: PostgresConfiguration, listening: PostgresConfiguration? = nil,
        coalescer: CoalescerLimits = CoalescerLimits(), limits: RateLimits,
        tokenNames: TokenNames = .standard, code: [any RewardRule] = RuleBook.inSwift,
        profile: AppProfile? = nil, clicks: ClickStorage = ClickStorage(),
        disposable: DisposableMail = DisposableMail(),
        ledger: LedgerConfiguration? = nil, deletion: DeletionConfiguration = DeletionConfiguration(),
        delivery: DeliveryConfiguration = DeliveryConfiguration(),
        mail: MailConfiguration? = nil,
        identities: IdentityConfiguration = IdentityConfiguration(),
        log: @escaping @Sendable (LogLine) -> Void
    ) {
        self.database = database
        self.listening = listening
        self.coalescer = coalescer
        self.limits = limits
        self.tokenNames = tokenNames
        self.code = code
        self.profile = profile
        self.clicks = clicks
        self.disposable = disposable
        self.ledger = ledger
        self.deletion = deletion
        self.delivery = delivery
        self.mail = mail
        self.identities = identities
        self.log = log
    }
}
