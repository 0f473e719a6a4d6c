package import Crypto
internal import EventLoops

/// How often what may happen, over all loops of a process, and nearly so over all processes; nil allows
/// everything.
package struct RateLimits: Sendable {
    package let signInFailuresPerAccount: SharedRateLimiter
    package let signInFailuresPerAddress: SharedRateLimiter
    package let signInFailuresPerAccountAndAddress: SharedRateLimiter
    package let credentialFailuresPerUser: SharedRateLimiter
    package let wrongProofsPerSession: SharedRateLimiter
    package let passwordChangesPerUser: SharedRateLimiter
    /// Tokens of mails' links, and API keys, that this installation has not made.
    package let wrongTokensPerAddress: SharedRateLimiter
    package let mergesPerAccount: SharedRateLimiter
    /// Wrong codes of an operator's second factor after a right password, from all addresses together.
    package let wrongCodesPerOperator: SharedRateLimiter
    /// Sessions of the console that an operator or a key opens.
    package let consoleSignIns: SharedRateLimiter
    /// Links and unlinks of identities.
    package let identityChangesPerUser: SharedRateLimiter
    /// First credentials whose e-mail was taken.
    package let emailProbesPerAddress: SharedRateLimiter
    package let signUpsPerAddress: SharedRateLimiter
    package let eventsPerUser: SharedRateLimiter
    package let linksPerUser: SharedRateLimiter
    package let linkClaimsPerAddress: SharedRateLimiter
    package let linkEventsPerAddress: SharedRateLimiter
    package let readsPerUser: SharedRateLimiter
    /// Past it a link still opens; the click is in statistics alone.
    package let linkOpensPerAddress: SharedRateLimiter
    /// Pictures of QR codes, of known and of unknown links.
    package let qrCodesPerAddress: SharedRateLimiter
    package let mailsPerEmail: SharedRateLimiter
    package let mailsPerAddress: SharedRateLimiter

    /// Each of them, for `LimitExchange`.
    let all: [SharedRateLimiter]
    /// Rung when one of them has something to tell.
    let signal: AsyncSignal

    package init(
        signInFailuresPerAccount: RateLimit?, signInFailuresPerAddress: RateLimit?,
        signInFailuresPerAccountAndAddress: RateLimit? = nil, credentialFailuresPerUser: RateLimit? = nil,
        signUpsPerAddress: RateLimit?, eventsPerUser: RateLimit?, linksPerUser: RateLimit? = nil,
        linkClaimsPerAddress: RateLimit? = nil, linkEventsPerAddress: RateLimit? = nil,
        readsPerUser: RateLimit? = nil, linkOpensPerAddress: RateLimit? = nil,
        qrCodesPerAddress: RateLimit? = nil,
        mailsPerEmail: RateLimit? = nil, mailsPerAddress: RateLimit? = nil,
        wrongProofsPerSession: RateLimit? = nil, passwordChangesPerUser: RateLimit? = nil,
        identityChangesPerUser: RateLimit? = nil, wrongTokensPerAddress: RateLimit? = nil,
        mergesPerAccount: RateLimit? = nil,
        emailProbesPerAddress: RateLimit? = nil, wrongCodesPerOperator: RateLimit? = nil,
        consoleSignIns: RateLimit? = nil, keysMax: Int = 16_384
    ) {
        let signal = AsyncSignal()
        var all: [SharedRateLimiter] = []
        func shared(_ limit: RateLimit?, _ name: String) -> SharedRateLimiter {
            all.append(SharedRateLimiter(limit, name: name, keysMax: keysMax, signal: signal))
            return all[all.count - 1]
        }
        self.signInFailuresPerAccount = shared(signInFailuresPerAccount, "signInFailuresPerAccount")
        self.signInFailuresPerAddress = shared(signInFailuresPerAddress, "signInFailuresPerAddress")
        self.signInFailuresPerAccountAndAddress = shared(
            signInFailuresPerAccountAndAddress, "signInFailuresPerAccountAndAddress")
        self.credentialFailuresPerUser = shared(credentialFailuresPerUser, "credentialFailuresPerUser")
        self.wrongProofsPerSession = shared(wrongProofsPerSession, "wrongProofsPerSession")
        self.passwordChangesPerUser = shared(passwordChangesPerUser, "passwordChangesPerUser")
        self.identityChangesPerUser = shared(identityChangesPerUser, "identityChangesPerUser")
        self.wrongTokensPerAddress = shared(wrongTokensPerAddress, "wrongTokensPerAddress")
        self.mergesPerAccount = shared(mergesPerAccount, "mergesPerAccount")
        self.emailProbesPerAddress = shared(emailProbesPerAddress, "emailProbesPerAddress")
        self.signUpsPerAddress = shared(signUpsPerAddress, "signUpsPerAddress")
        self.eventsPerUser = shared(eventsPerUser, "eventsPerUser")
        self.linksPerUser = shared(linksPerUser, "linksPerUser")
        self.linkClaimsPerAddress = shared(linkClaimsPerAddress, "linkClaimsPerAddress")
        self.linkEventsPerAddress = shared(linkEventsPerAddress, "linkEventsPerAddress")
        self.readsPerUser = shared(readsPerUser, "readsPerUser")
        self.linkOpensPerAddress = shared(linkOpensPerAddress, "linkOpensPerAddress")
        self.qrCodesPerAddress = shared(qrCodesPerAddress, "qrCodesPerAddress")
        self.mailsPerEmail = shared(mailsPerEmail, "mailsPerEmail")
        self.mailsPerAddress = shared(mailsPerAddress, "mailsPerAddress")
        self.wrongCodesPerOperator = shared(wrongCodesPerOperator, "wrongCodesPerOperator")
        self.consoleSignIns = shared(consoleSignIns, "consoleSignIns")
        self.signal = signal
        self.all = all
    }

    package static let off = RateLimits(
        signInFailuresPerAccount: nil, signInFailuresPerAddress: nil, signUpsPerAddress: nil,
        eventsPerUser: nil)

    /// Gives back what time gives back, for a clock that is set forward.
    package func pass(nanoseconds: Int64) {
        for limiter in all { limiter.pass(nanoseconds: nanoseconds) }
    }

    /// Counts under a secret of the installation's, as its other processes do.
    package func share(under key: Subkey) {
        for limiter in all { limiter.share(under: key) }
    }
}

extension SharedRateLimiter {
    /// Takes one, or throws what `refusal` makes of the seconds after which there is one again.
    package func take<Refusal: Error>(
        _ key: RateLimitKey, cost: Int = 1, or refusal: (_ retryAfterSeconds: Int) -> Refusal
    ) throws(Refusal) {
        if case .denied(let seconds) = allow(key, cost: cost, at: .now) { throw refusal(seconds) }
    }
}
