internal import Batching
internal import EventLoops
internal import FoundationEssentials
package import Links
internal import Postgres
internal import Referrals
internal import Store
internal import Values
internal import WebClient

/// Sends the mails of the outbox, each at least once: whichever process takes one has half a minute for it,
/// after which any other may. One that isn't taken is tried again after 1, 2, 4 … minutes, for a day, or
/// for as long as its link is good.
package final class MailSender: Recurring {
    static let leaseSeconds: Int64 = 30
    static let firstPauseSeconds: Int64 = 60
    /// When to give up who has no link.
    static let lifetimeSeconds: Int64 = 24 * 3_600
    /// Within the lease.
    private static let sendingMillisecondsMax = 25_000
    private static let lookMilliseconds = 1_000
    /// While there are more than are sent at once: a flood of them delays none for long, nor the database.
    private static let busyMilliseconds = 100
    private static let atOnceMax = 8
    /// Mails that are read together; requests are all answered at once.
    private static let lookMailsMax = 200

    let failure = "looking for mails failed"
    private(set) var pauseMilliseconds = lookMilliseconds
    private let mail: MailConfiguration
    private let context: AccountsContext
    private let compose: MailComposer
    private let profile: () -> AppProfile?
    private var underWay = 0

    package init(
        _ mail: MailConfiguration, _ context: AccountsContext, _ compose: @escaping MailComposer,
        profile: @escaping () -> AppProfile?
    ) {
        self.mail = mail
        self.context = context
        self.compose = compose
        self.profile = profile
    }

    var log: @Sendable (LogLine) -> Void { context.log }

    /// Whether no mail is being sent.
    package var isIdle: Bool { underWay == 0 }

    func round(on loop: isolated EventLoop) async throws(PostgresError) {
        // Also where taking them fails.
        pauseMilliseconds = Self.lookMilliseconds
        if try await takeDue(on: loop) { pauseMilliseconds = Self.busyMilliseconds }
    }

    /// - Returns: whether there may be more.
    private func takeDue(on loop: isolated EventLoop) async throws(PostgresError) -> Bool {
        let now = context.clock.now
        let due = try await context.pool.run(FindDueMails(at: now, limit: Self.lookMailsMax))
        let mails = due.filter { !$0.isRequest }
        let isAnswered = try await answer(due.filter(\.isRequest))
        let room = Self.atOnceMax - underWay
        for mail in mails.prefix(max(0, room)) {
            let until = now.adding(seconds: Self.leaseSeconds)
            guard let attempt = try await context.pool.run(TakeMail(mail, until: until)).first else {
                continue
            }
            underWay += 1
            Task.immediate(priority: EventLoop.taskPriority) {
                _ = loop
                await handle(mail, attempt: attempt)
                underWay -= 1
            }
        }
        return isAnswered || due.count == Self.lookMailsMax || mails.count > room
    }

    /// - Returns: whether there are mails to be sent now.
    private func answer(_ asked: [MailRecord]) async throws(PostgresError) -> Bool {
        guard !asked.isEmpty else { return false }
        let done = try await MailRequestResolver(context: context, now: context.clock.now).answer(asked)
        done.givenUp.forEach(tellGivenUp)
        return done.orderCount > 0
    }

    /// A failure here is retried when the lease has ended.
    private func handle(_ mail: MailRecord, attempt: Int64) async {
        do throws(PostgresError) {
            guard mail.expiresAt > context.clock.now else { return try await giveUp(mail) }
            guard case .mail(let kind) = mail.content else { return }
            if await send(mail, kind) {
                try await deleteSent(mail)
            } else {
                try await postpone(mail, attempt)
            }
        } catch {
            if error != .closed {
                context.log(LogLine(.warning, "could not record a mail's delivery status", error.logFields))
            }
        }
    }

    private func deleteSent(_ mail: MailRecord) async throws(PostgresError) {
        try await context.pool.run(DeleteMail(mail))
        context.metrics.countMail(.sent)
    }

    private func postpone(_ mail: MailRecord, _ attempt: Int64) async throws(PostgresError) {
        let pause = Self.firstPauseSeconds << min(attempt - 1, 16)
        let next = context.clock.now.adding(seconds: pause)
        guard next < mail.expiresAt else { return try await giveUp(mail) }
        context.metrics.countMail(.failed)
        try await context.pool.run(PostponeMail(mail, until: next))
    }

    private func giveUp(_ mail: MailRecord) async throws(PostgresError) {
        try await context.pool.run(DeleteMail(mail))
        tellGivenUp(mail)
    }

    private func tellGivenUp(_ mail: MailRecord) {
        context.metrics.countMail(.givenUp)
        context.log(
            LogLine(
                .error, "a mail was given up",
                ["mail": mail.id.lowercaseText, "kind": mail.content.rawValue, "uid": mail.uid.description]))
    }

    private func send(_ mail: MailRecord, _ kind: MailKind) async -> Bool {
        let link = mail.token.flatMap(MailToken.init(bytes:)).flatMap { self.mail.link(kind, $0) }
        let content = MailContent(
            kind: kind, recipient: mail.recipient, language: mail.language, link: link,
            detail: mail.detail)
        let text = compose(content, profile())
        if case .mailbox(let keep) = self.mail.way {
            keep(content, text)
            return true
        }
        let message = MailMessage(
            id: mail.id, sender: self.mail.sender, recipient: mail.recipient, language: mail.language,
            text: text, date: mail.createdAt)
        switch self.mail.way {
        case .mailbox: return true
        case .files(let store): return write(message, by: store)
        case .server(let server, let client): return await send(message, through: server, client)
        }
    }

    private func send(
        _ message: MailMessage, through server: MailServer, _ client: WebClient
    ) async -> Bool {
        var outgoing = OutgoingMail(
            through: server, from: message.sender.description, to: message.recipient.description,
            message: message.bytes)
        outgoing.deadlineMilliseconds = Self.sendingMillisecondsMax
        do throws(WebError) {
            try await client.send(outgoing)
            return true
        } catch {
            context.log(
                LogLine(
                    .warning, "a mail can't be sent yet",
                    ["mail": message.id.lowercaseText, "error": error.logged]))
            return false
        }
    }

    private func write(
        _ message: MailMessage, by store: @Sendable (UUID, [UInt8]) throws -> Void
    ) -> Bool {
        do {
            try store(message.id, message.bytes)
            return true
        } catch {
            context.log(LogLine(.warning, "a mail can't be rendered", ["error": "\(error)"]))
            return false
        }
    }
}

extension WebError {
    /// Without what the other side says of it, which may name people.
    fileprivate var logged: String {
        switch self {
        case .refused(let status, _): "refused with \(status)"
        case .addressForbidden, .hostUnknown, .timedOut, .tooLarge, .headerTooLarge, .tooManyRedirects,
            .cancelled, .tooBusy:
            "\(self)"
        case .invalidRequest(let detail), .connectFailed(let detail), .tlsFailed(let detail),
            .connectionLost(let detail), .invalidReply(let detail), .failed(let detail):
            detail
        }
    }
}
