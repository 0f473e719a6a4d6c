internal import EventLoops
package import Limits
internal import Referrals

/// How many mails can be requested, to one e-mail and from one address.
package struct MailLimits {
    let rates: RateLimits
    /// Whether mails go out at all.
    let isMailOn: Bool

    package init(rates: RateLimits, isMailOn: Bool) {
        self.rates = rates
        self.isMailOn = isMailOn
    }

    func check() throws(AccountError) {
        guard isMailOn else { throw .mailOff }
    }

    /// The address first: one that is limited can't use up an e-mail's allowance.
    func take(_ email: EmailAddress, from address: PeerAddress) throws(AccountError) {
        try rates.mailsPerAddress.take(RateLimitKey(address), or: AccountError.tooManyRequests)
        try rates.mailsPerEmail.take(RateLimitKey(email.description), or: AccountError.tooManyRequests)
    }
}
