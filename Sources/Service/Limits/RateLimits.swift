internal import EventLoops

/// How often what may happen, over all loops of a process; nil allows everything.
package struct RateLimits: Sendable {
    let signInFailuresPerAccount: SharedRateLimiter
    let signInFailuresPerAddress: SharedRateLimiter
    let signInFailuresPerAccountAndAddress: SharedRateLimiter
    let credentialFailuresPerUser: SharedRateLimiter
    let signUpsPerAddress: SharedRateLimiter
    package let eventsPerUser: SharedRateLimiter
    package let linksPerUser: SharedRateLimiter
    package let linkClaimsPerAddress: SharedRateLimiter
    package let linkEventsPerAddress: SharedRateLimiter
    package let readsPerUser: SharedRateLimiter
    /// Past it a link still opens; the click is in statistics alone.
    package let linkOpensPerAddress: SharedRateLimiter

    package init(
        signInFailuresPerAccount: RateLimit?, signInFailuresPerAddress: RateLimit?,
        signInFailuresPerAccountAndAddress: RateLimit? = nil, credentialFailuresPerUser: RateLimit? = nil,
        signUpsPerAddress: RateLimit?, eventsPerUser: RateLimit?, linksPerUser: RateLimit? = nil,
        linkClaimsPerAddress: RateLimit? = nil, linkEventsPerAddress: RateLimit? = nil,
        readsPerUser: RateLimit? = nil, linkOpensPerAddress: RateLimit? = nil
    ) {
        self.signInFailuresPerAccount = SharedRateLimiter(signInFailuresPerAccount)
        self.signInFailuresPerAddress = SharedRateLimiter(signInFailuresPerAddress)
        self.signInFailuresPerAccountAndAddress = SharedRateLimiter(signInFailuresPerAccountAndAddress)
        self.credentialFailuresPerUser = SharedRateLimiter(credentialFailuresPerUser)
        self.signUpsPerAddress = SharedRateLimiter(signUpsPerAddress)
        self.eventsPerUser = SharedRateLimiter(eventsPerUser)
        self.linksPerUser = SharedRateLimiter(linksPerUser)
        self.linkClaimsPerAddress = SharedRateLimiter(linkClaimsPerAddress)
        self.linkEventsPerAddress = SharedRateLimiter(linkEventsPerAddress)
        self.readsPerUser = SharedRateLimiter(readsPerUser)
        self.linkOpensPerAddress = SharedRateLimiter(linkOpensPerAddress)
    }

    package static let off = RateLimits(
        signInFailuresPerAccount: nil, signInFailuresPerAddress: nil, signUpsPerAddress: nil,
        eventsPerUser: nil)
}

extension SharedRateLimiter {
    /// Takes one, or throws what `refusal` makes of the seconds after which there is one again.
    package func take<Refusal: Error>(
        _ key: RateLimitKey, cost: Int = 1, or refusal: (_ retryAfterSeconds: Int) -> Refusal
    ) throws(Refusal) {
        if case .denied(let seconds) = allow(key, cost: cost, at: .now) { throw refusal(seconds) }
    }
}
