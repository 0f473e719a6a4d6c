package import Batching
package import Crypto
internal import EventLoops
package import Ledger
package import Postgres
package import Referrals
package import Rewards

/// The context of use cases of accounts: sessions, and the keys for tokens and receipts.
package final class AccountsContext: RewardsContext {
    package let sessions: SessionIssuer
    package let addresses: AddressBook
    package let fingerprints: SignUpFingerprinter
    package let receiptKey: Subkey
    /// Hashes used proof tokens and their requests.
    package let proofKey: Subkey
    /// Tags the tokens of mailed links.
    package let mailTokenKey: Subkey
    /// The server's own URL, which proofs of installs name; nil where it is not known to be on https.
    package let publicURI: ProofURI?
    /// Whether an issuer's tokens stand for users, so that an external id can be a way in.
    package let hasBearers: Bool

    package init(
        pool: PostgresPool, clock: DatabaseClock, notifications: Notifications, programme: Programme,
        code: [any RewardRule] = [], limits: CoalescerLimits, sessions: SessionIssuer, root: RootSecret,
        moderation: ModerationList, disposable: DisposableMail = DisposableMail(), metrics: ServiceMetrics,
        log: @escaping @Sendable (LogLine) -> Void, ids: UUIDv7Generator, ledgerKey: LedgerKey?,
        causes: CauseGuard? = nil, troubles: TroubleLog = TroubleLog(),
        changes: ChangeRecorder = ChangeRecorder(), publicURL: String = "",
        hasBearers: Bool = false
    ) {
        self.hasBearers = hasBearers
        publicURI = publicURL.hasPrefix("https://") ? ProofURI(publicURL) : nil
        self.sessions = sessions
        addresses = AddressBook(root: root)
        fingerprints = SignUpFingerprinter(key: root.subkey(for: .signUpFingerprints))
        receiptKey = root.subkey(for: .claimReceipts)
        proofKey = root.subkey(for: .proofs)
        mailTokenKey = root.subkey(for: .mailTokens)
        super.init(
            pool: pool, clock: clock, notifications: notifications, programme: programme, code: code,
            limits: limits, moderation: moderation, disposable: disposable, metrics: metrics, log: log,
            ids: ids,
            ledgerKey: ledgerKey, causes: causes, troubles: troubles, changes: changes)
    }
}
