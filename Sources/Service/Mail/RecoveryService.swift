package import EventLoops
internal import FoundationEssentials
internal import Postgres
package import Referrals
internal import Store
package import Values

/// Another password: for who knows the one there is, and for who has forgotten it and reads the account's
/// mails.
package final class RecoveryService {
    private let context: ServiceContext
    private let passwords: PasswordService<AccountError>
    private let check: HolderCheck
    private let authenticator: Authenticator
    private let limits: MailLimits
    private let asks: MailAsks

    init(
        _ context: ServiceContext, shared: SharedServices, authenticator: Authenticator, limits: MailLimits,
        asks: MailAsks
    ) {
        self.context = context
        passwords = PasswordService(shared)
        check = HolderCheck(context: context, passwords: PasswordService(shared), limits: limits.rates)
        self.authenticator = authenticator
        self.limits = limits
        self.asks = asks
    }

    /// Has a link mailed that leads to a new password, if there is such an account; nobody is told whether.
    package func askReset(
        of email: EmailAddress, in language: String, from address: PeerAddress
    ) async throws(AccountError) {
        try await asks.ask(for: .reset, by: email, in: language, from: address)
    }

    /// Whether the link of a mail is good, which changes nothing.
    package func isGood(_ token: MailToken) async throws(AccountError) -> Bool {
        try await find(token) != nil
    }

    /// Gives the account of a link another password. Nobody stays signed in.
    package func reset(
        _ token: MailToken, to password: String, in language: String, from address: PeerAddress
    ) async throws(AccountError) {
        guard let found = try await find(token) else { throw .linkGone }
        if let violation = PasswordPolicy.check(password, email: found.email.description) {
            throw .invalidPassword(violation)
        }
        let hash = try await passwords.hash(password, for: check.party(token.uid, address))
        let change = PasswordChange(
            context: context, uid: token.uid, email: found.email, passwordHash: hash, session: nil,
            notice: notice(to: found.email, of: token.uid, language), now: context.clock.now)
        let outcome = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await change.run(using: token)
        }
        for sid in try outcome.get().endedSessions { authenticator.revoke(sid) }
    }

    /// Gives the user another password, and a new session in place of all there were.
    package func change(
        of uid: UserID, from current: String, to password: String, in language: String,
        from address: PeerAddress, on device: String? = nil
    ) async throws(AccountError) -> (user: User, session: SessionTokens) {
        let holder = try await check.holder(of: uid, password: current, from: address)
        if let violation = PasswordPolicy.check(password, email: holder.email.description) {
            throw .invalidPassword(violation)
        }
        let hash = try await passwords.hash(password, for: check.party(uid, address))
        let now = context.clock.now
        let session = context.sessions.open(for: uid, sid: context.makeID(), on: device, at: now)
        let change = PasswordChange(
            context: context, uid: uid, email: holder.email, passwordHash: hash, session: session.record,
            notice: notice(to: holder.email, of: uid, language), now: now)
        let outcome = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await change.run(using: nil)
        }
        let done = try outcome.get()
        for sid in done.endedSessions { authenticator.revoke(sid) }
        return (done.user, session.tokens)
    }

    private func find(_ token: MailToken) async throws(AccountError) -> MailTokenRecord? {
        let found = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await context.pool.run(
                FindMailToken(of: token.uid, token.hash.bytes, at: context.clock.now))
        }
        return found.first { $0.purpose == .reset }
    }

    private func notice(to email: EmailAddress, of uid: UserID, _ language: String) -> MailRecord? {
        guard limits.isMailOn else { return nil }
        return .notice(
            .passwordChanged, for: uid, to: email, in: language, at: context.clock.now, context.makeID)
    }
}
