package import EventLoops
internal import Postgres
package import Referrals
internal import Store
package import Values

/// Leaving without the app at hand: by a link in a mail to the account's e-mail.
package final class DeletionService {
    private let context: ServiceContext
    private let authenticator: Authenticator
    private let limits: MailLimits
    private let asks: MailAsks
    /// How long a wish can be taken back.
    private let days: Int

    init(
        _ context: ServiceContext, authenticator: Authenticator, limits: MailLimits, asks: MailAsks, days: Int
    ) {
        self.context = context
        self.authenticator = authenticator
        self.limits = limits
        self.asks = asks
        self.days = days
    }

    /// Refuses where no mails go out, and so nobody can be asked.
    package func check() throws(AccountError) {
        try limits.check()
    }

    /// When an account that leaves now is erased.
    package var dueAt: Timestamp { context.clock.now.adding(seconds: Int64(days) * 86_400) }

    /// Has a link mailed that deletes the account, if there is such; nobody is told whether.
    package func ask(
        of email: EmailAddress, in language: String, from address: PeerAddress
    ) async throws(AccountError) {
        try await asks.ask(for: .deletion, by: email, in: language, from: address)
    }

    /// Whether the link of a mail is good, which changes nothing.
    package func isGood(_ token: MailToken) async throws(AccountError) -> Bool {
        let found = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await context.pool.run(
                FindMailToken(of: token.uid, token.hash.bytes, at: context.clock.now))
        }
        return found.contains { $0.purpose == .deletion }
    }

    /// Ends the account's sessions, and has it erased when the days are over, unless it signs in before.
    ///
    /// - Returns: when it is erased.
    package func confirm(_ token: MailToken) async throws(AccountError) -> Timestamp {
        let wish = LeavingWish(context: context, uid: token.uid, now: context.clock.now, dueAt: dueAt)
        let outcome = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await wish.run(using: token)
        }
        guard let done = outcome else { throw .linkGone }
        authenticator.forget(done)
        return done.dueAt
    }
}
