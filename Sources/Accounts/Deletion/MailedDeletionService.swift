internal import Batching
package import EventLoops
internal import Postgres
package import Referrals
internal import Store
package import Values

/// Leaving without the app at hand: by a link in a mail to the account's e-mail.
package final class MailedDeletionService {
    private let context: AccountsContext
    private let limits: MailLimits
    private let tokens: MailTokenCheck
    private let mailRequests: MailRequests
    private let configuration: DeletionConfiguration

    package init(
        _ context: AccountsContext, limits: MailLimits, mailRequests: MailRequests,
        configuration: DeletionConfiguration
    ) {
        self.context = context
        self.limits = limits
        tokens = MailTokenCheck(context: context, limits: limits.rates)
        self.mailRequests = mailRequests
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
        try await mailRequests.ask(for: .deletion, by: email, in: language, from: address)
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
        let deletion = DeletionRequest(
            context: context, uid: token.uid, permission: .link(token), language: language,
            isMailOn: limits.isMailOn, now: context.clock.now, dueAt: dueAt)
        let result = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await deletion.run()
        }
        guard let done = result else { throw .linkGone }
        return done.dueAt
    }
}
