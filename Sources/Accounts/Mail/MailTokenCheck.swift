internal import Batching
internal import Crypto
internal import EventLoops
internal import Limits
internal import Postgres
internal import Store

/// Rejects invented tokens of mails' links before any row is read or locked for them.
struct MailTokenCheck {
    let context: AccountsContext
    let limits: RateLimits

    /// - Parameter token: nil for a text that can be none.
    /// - Throws: `.linkGone` for a token that was never ours; `.tooManyRequests` after too many of those from
    ///   one address.
    func admit(_ token: MailToken?, from address: PeerAddress) async throws(AccountError) -> MailToken {
        if let token, token.isGenuine(key: context.mailTokenKey) { return token }
        let key = RateLimitKey(address)
        try limits.wrongTokensPerAddress.take(key, or: AccountError.tooManyRequests)
        // Links mailed before version 0.9 have no tag; the last of them expires 96 hours after the upgrade.
        guard let token, try await find(token) != nil else { throw .linkGone }
        limits.wrongTokensPerAddress.refund(key, at: .now)
        return token
    }

    /// The purpose of a token; nil if it is no longer valid.
    func find(_ token: MailToken) async throws(AccountError) -> MailTokenRecord? {
        try await context.call(AccountError.self) { () throws(PostgresError) in
            try await context.pool.run(
                FindMailToken(of: token.uid, token.hash.bytes, at: context.clock.now))
        }.first
    }
}
