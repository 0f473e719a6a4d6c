internal import Batching
package import EventLoops
internal import Postgres
package import Referrals
internal import Store
package import Values

/// Leaving without the app at hand: by a link in a mail to the account's e-mail.
package final class DeletionService {
    private let context: AccountsContext
    private let limits: MailLimits
    private let tokens: MailTokenCheck
    private let asks: MailAsks
    private let configuration: LeavingConfiguration

    package init(
        _ context: AccountsContext, limits: MailLimits, asks: MailAsks, configuration: LeavingConfiguration
    ) {
        self.context = context
        self.limits = limits
        tokens = MailTokenCheck(context: context, limits: limits.rates)
        self.asks = asks
        self.configuration = configuration
    }

    /// Refuses if no mails are sent, because a confirmation needs one.
    package func check() throws(AccountError) {
        try limits.check()
    }

    /// When an account that leaves now is erased.
    package var dueAt: Timestamp { context.clock.now.adding(seconds: configuration.accountSeconds) }

    /// Mails a link that deletes the account, if it exists; the caller doesn't learn whether.
    package func ask(
        of email: EmailAddress, in language: String, from address: PeerAddress
    ) async throws(AccountError) {
        try await asks.ask(for: .deletion, by: email, in: language, from: address)
    }

    /// Whether the link of a mail is good, which changes nothing.
    package func isGood(
        _ offered: MailToken?, from address: PeerAddress
    ) async throws(AccountError) -> Bool {
        let token = try await tokens.admit(offered, from: address)
        return try await tokens.find(token)?.purpose == .deletion
    }

    /// Has the account erased when the days are over, unless it signs in before.
    ///
    /// - Returns: when it is erased.
    package func confirm(
        _ offered: MailToken?, in language: String, from address: PeerAddress
    ) async throws(AccountError) -> Timestamp {
        let token = try await tokens.admit(offered, from: address)
        let wish = LeavingWish(
            context: context, uid: token.uid, permission: .link(token), language: language,
            isMailOn: limits.isMailOn, now: context.clock.now, dueAt: dueAt)
        let outcome = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await wish.run()
        }
        guard let done = outcome else { throw .linkGone }
        return done.dueAt
    }
}
