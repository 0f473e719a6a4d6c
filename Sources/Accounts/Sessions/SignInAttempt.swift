internal import EventLoops
internal import Limits
internal import Referrals

/// One try to sign in, as the limits count it: before it is made, and given back when it succeeds. So only
/// failures count, and many tries at once don't slip by.
///
/// What one address does to one account is limited whoever it is. What all strangers do to an account, and
/// one address to all accounts, is limited besides, but holds only strangers up: an account that has signed
/// in from the address is asked no more than its password.
struct SignInAttempt {
    private let limits: RateLimits
    private let account: RateLimitKey
    private let network: RateLimitKey
    private let both: RateLimitKey

    private var hasTakenAddress = false
    private var hasTakenAccount = false
    /// Set when a stranger is held up.
    private(set) var retryAfterSeconds: Int?

    /// - Throws: `.tooManyRequests` when the address has tried this account too often.
    init(
        _ email: EmailAddress, from address: PeerAddress, limits: RateLimits
    ) throws(SessionError) {
        self.limits = limits
        account = RateLimitKey(email.description)
        network = RateLimitKey(address)
        both = RateLimitKey(email.description, at: address)
        try limits.signInFailuresPerAccountAndAddress.take(both, or: SessionError.tooManyRequests)
        takeAsStranger()
    }

    /// Those who call from one address, and of them those who want one account.
    var party: WorkParty {
        WorkParty(group: network.hash, member: account.hash)
    }

    /// The address first: one that is limited can't use up an account's allowance.
    private mutating func takeAsStranger() {
        if case .denied(let seconds) = limits.signInFailuresPerAddress.allow(network, at: .now) {
            retryAfterSeconds = seconds
            return
        }
        hasTakenAddress = true
        if case .denied(let seconds) = limits.signInFailuresPerAccount.allow(account, at: .now) {
            retryAfterSeconds = seconds
            return
        }
        hasTakenAccount = true
    }

    /// Gives back what was taken: it was no failure, or nobody's.
    func forgive() {
        limits.signInFailuresPerAccountAndAddress.refund(both, at: .now)
        if hasTakenAddress { limits.signInFailuresPerAddress.refund(network, at: .now) }
        if hasTakenAccount { limits.signInFailuresPerAccount.refund(account, at: .now) }
    }
}
