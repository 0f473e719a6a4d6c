internal import Batching
package import EventLoops
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Asks for links by e-mail alone, of one loop. Anybody may ask, and as often as addresses last: they are
/// written together, a few times a second, and when more come than that they are told to come again.
package final class MailAsks {
    private struct Ask {
        let purpose: MailPurpose
        let email: EmailAddress
        let language: String
    }

    private struct Done {}

    private let limits: MailLimits
    private let asks: Coalescer<Ask, Done, AccountError>
    private var offering: (EmailAddress, String, PeerAddress) -> Void = { _, _, _ in }

    package init(_ context: AccountsContext, limits: MailLimits, on loop: isolated EventLoop)
        throws(EventLoopError)
    {
        self.limits = limits
        asks = try context.coalescer("mail_asks", on: loop, within: context.limits.unhurried) {
            asks, _ throws(PostgresError) in
            let (uid, now) = (UserID(context.makeID()), context.clock.now)
            let asked = asks.map { ask in
                MailRecord.asked(
                    ask.purpose, by: ask.email, in: ask.language, under: uid, at: now, context.makeID)
            }
            try await context.pool.run(InsertAsks(asked, under: uid))
            return asks.map { _ in .success(Done()) }
        }
        offering = { [weak self] email, language, address in
            Task.immediate(priority: EventLoop.taskPriority) {
                _ = loop
                try? await self?.ask(for: .release, by: email, in: language, from: address)
            }
        }
    }

    /// Has a link mailed, if there is an account with the e-mail; nobody is told whether.
    func ask(
        for purpose: MailPurpose, by email: EmailAddress, in language: String, from address: PeerAddress
    ) async throws(AccountError) {
        try limits.check()
        try limits.take(email, from: address)
        _ = try await asks.submit(Ask(purpose: purpose, email: email, language: language)).get()
    }

    /// Has a link mailed that takes an e-mail off an account that never verified it, if there is one:
    /// somebody else wants to use it. Whoever does waits for nothing of that.
    func offerRelease(of email: EmailAddress, in language: String, from address: PeerAddress) {
        if limits.isMailOn { offering(email, language, address) }
    }

    package var queueDepths: [String: Int] { ["mail_asks": asks.queueDepth] }

    package func close() {
        asks.close()
    }
}
