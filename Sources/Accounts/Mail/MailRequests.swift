internal import Batching
package import EventLoops
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Requests for links by e-mail only, of one loop. They need no token, so their number is limited only by
/// addresses. They are written together, a few times a second; above a limit callers get a 503.
package final class MailRequests {
    private struct Request {
        let purpose: MailPurpose
        let email: EmailAddress
        let language: String
    }

    private struct Done {}

    private let limits: MailLimits
    private let coalescer: Coalescer<Request, Done, AccountError>
    private var offering: (EmailAddress, String, PeerAddress) -> Void = { _, _, _ in }

    package init(_ context: AccountsContext, limits: MailLimits, on loop: isolated EventLoop)
        throws(EventLoopError)
    {
        self.limits = limits
        coalescer = try context.coalescer("mail_asks", on: loop, within: context.limits.unhurried) {
            requests, _ throws(PostgresError) in
            let (uid, now) = (UserID(context.makeID()), context.clock.now)
            let asked = requests.map { request in
                MailRecord.asked(
                    request.purpose, by: request.email, in: request.language, under: uid, at: now,
                    context.makeID)
            }
            try await context.pool.run(InsertMailRequests(asked, under: uid))
            return requests.map { _ in .success(Done()) }
        }
        offering = { [weak self] email, language, address in
            Task.immediate(priority: EventLoop.taskPriority) {
                _ = loop
                try? await self?.ask(for: .release, by: email, in: language, from: address)
            }
        }
    }

    /// Mails a link, if an account has the e-mail; the caller doesn't learn whether.
    func ask(
        for purpose: MailPurpose, by email: EmailAddress, in language: String, from address: PeerAddress
    ) async throws(AccountError) {
        try limits.check()
        try limits.take(email, from: address)
        _ = try await coalescer.submit(Request(purpose: purpose, email: email, language: language)).get()
    }

    /// Mails a link that removes an e-mail from an account that never verified it, if one exists: another
    /// person wants to use it. The caller doesn't wait for this.
    func offerRelease(of email: EmailAddress, in language: String, from address: PeerAddress) {
        if limits.isMailOn { offering(email, language, address) }
    }

    package var queueDepths: [String: Int] { ["mail_asks": coalescer.queueDepth] }

    package func close() {
        coalescer.close()
    }
}
