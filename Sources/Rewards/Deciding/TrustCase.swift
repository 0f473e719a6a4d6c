internal import Referrals
internal import Store
internal import Values

/// A player under examination by checks.
struct TrustCase {
    let player: User
    private(set) var evidence: TrustEvidence
    private let device: Int64?
    private let mailbox: Mailbox?
    /// The next account to check; nil at the end of the chain of referrers.
    private(set) var link: UserID?
    private var step = 0

    /// - Parameter found: findings about sign-ups; nil if not read, or none.
    init(_ player: User, _ found: FindEvidence.Row?, _ disposable: DisposableMail) {
        self.player = player
        evidence = found?.evidence ?? TrustEvidence()
        evidence.isMailDisposable = player.email.map(disposable.contains) ?? false
        device = found?.device
        mailbox = player.email.map(Mailbox.init(of:))
        link = player.referral.referredBy
    }

    /// Goes up the chain of referrers as far as `accounts` goes.
    mutating func follow(_ accounts: [UserID: FindChain.Row], stepsMax: Int) {
        while step <= stepsMax, let account = link.flatMap({ accounts[$0] }) {
            look(at: account)
            step += 1
        }
        if step > stepsMax { link = nil }
    }

    private mutating func look(at account: FindChain.Row) {
        // The referrer itself is other checks'.
        if step == 0, hasMailbox(of: account) { evidence.isReferrersMailbox = true }
        if account.referredBy == player.uid || (step > 0 && isOwn(account)) {
            evidence.isRing = true
            link = nil
        } else {
            link = account.referredBy
        }
    }

    /// Whether the fingerprints show an account of the chain to be the player's own.
    private func isOwn(_ account: FindChain.Row) -> Bool {
        (device != nil && account.device == device) || hasMailbox(of: account)
    }

    /// Also of those who came before a check looked at mailboxes.
    private func hasMailbox(of account: FindChain.Row) -> Bool {
        mailbox != nil && account.email.map(Mailbox.init(of:)) == mailbox
    }
}
