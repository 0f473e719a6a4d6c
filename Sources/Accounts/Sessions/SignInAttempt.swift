internal import EventLoops
internal import Limits

/// One try to sign in, as the limits count it: before it is made, and given back when it succeeds. So only
/// failures count, and many tries at once don't slip by.
///
/// Attempts of one address on one account are always limited. Attempts of all strangers on an account, and
/// of one address on all accounts, are limited too, but only block strangers. An account that has signed in
/// from the address only needs its password.
struct SignInAttempt {
    private let limits: RateLimits
    private let account: RateLimitKey
    private let network: RateLimitKey
    private let both: RateLimitKey

    private var hasTakenAddress = false
    private var hasTakenAccount = false
    /// Set when a stranger is held up.
    private(set) var retryAfterSeconds: Int?

    /// - Parameter name: of the account, as no other kind of account has it.
    /// - Throws: `refusal` when the address has tried this account too often.
    init<Refusal: Error>(
        _ name: String, from address: PeerAddress, limits: RateLimits, or refusal: (Int) -> Refusal
    ) throws(Refusal) {
        self.limits = limits
        account = RateLimitKey(name)
        network = RateLimitKey(address)
        both = RateLimitKey(name, at: address)
        try limits.signInFailuresPerAccountAndAddress.take(both, or: refusal)
        takeAsStranger()
    }

    /// Those who call from one address, and of them those who want one account.
    var fairnessKey: FairnessKey {
        FairnessKey(group: network.hash, member: account.hash)
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

    /// Gives back what was taken: it was no failure, or not the caller's.
    func forgive() {
        limits.signInFailuresPerAccountAndAddress.refund(both, at: .now)
        if hasTakenAddress { limits.signInFailuresPerAddress.refund(network, at: .now) }
        if hasTakenAccount { limits.signInFailuresPerAccount.refund(account, at: .now) }
    }
}
