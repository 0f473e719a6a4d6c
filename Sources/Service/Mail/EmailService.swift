package import EventLoops
internal import Postgres
package import Referrals
internal import Store
package import Values

/// The e-mail of an account: proving that it is the user's, changing it, and taking a change back.
package final class EmailService {
    private let context: ServiceContext
    private let passwords: PasswordService<AccountError>
    private let check: HolderCheck
    private let authenticator: Authenticator
    private let limits: MailLimits
    private let changeTime: EvenTime
    private let lockedHash: String

    init(
        _ context: ServiceContext, shared: SharedServices, authenticator: Authenticator, limits: MailLimits,
        on loop: isolated EventLoop
    ) {
        self.context = context
        passwords = PasswordService(shared)
        check = HolderCheck(context: context, passwords: PasswordService(shared), limits: limits.rates)
        lockedHash = shared.hasher.dummyHash
        self.authenticator = authenticator
        self.limits = limits
        changeTime = EvenTime(on: loop)
    }

    /// Mails a link that proves the user's e-mail; nothing where it is proved.
    package func askVerification(
        of uid: UserID, in language: String, from address: PeerAddress
    ) async throws(AccountError) {
        try limits.check()
        let users = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await context.pool.run(FindUsersByID([uid]))
        }
        guard let user = users.first else { throw .userNotFound }
        guard let email = user.email else { throw .noEmail }
        guard !user.isEmailVerified else { return }
        try limits.take(email, from: address)
        let order = MailOrder(
            .verification, for: uid, about: email, to: email, in: language, at: context.clock.now,
            context.makeID)
        try await write(order.statements)
    }

    /// - Returns: the e-mail that is proved now.
    package func confirm(_ token: MailToken) async throws(AccountError) -> EmailAddress {
        let outcome = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await EmailConfirmation(context: context, token: token, now: context.clock.now).run()
        }
        return try outcome.get()
    }

    /// Mails a link that proves `email`, which then takes the place of the one there is; that one is told,
    /// and may keep its place. Of an e-mail that another account has nothing comes, and nobody hears of that.
    package func change(
        of uid: UserID, to email: EmailAddress, password: String, in language: String,
        from address: PeerAddress
    ) async throws(AccountError) {
        try limits.check()
        let holder = try await check.holder(of: uid, password: password, from: address)
        guard holder.email != email else { return }
        try limits.take(email, from: address)
        let start = MonotonicInstant.now
        let owners = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await context.pool.run(FindCredential(email))
        }
        guard owners.isEmpty else { return await changeTime.refused(since: start) }
        let now = context.clock.now
        let orders = [
            MailOrder(.change, for: uid, about: email, to: email, in: language, at: now, context.makeID),
            MailOrder(
                .undo, for: uid, about: holder.email, to: holder.email, in: language, at: now,
                context.makeID),
        ]
        try await write(orders.flatMap(\.statements))
        changeTime.accepted(since: start)
    }

    /// Gives an account the e-mail back that it had, or leaves it as it is: nobody stays signed in, the
    /// password is good no more, and a mail leads to another.
    package func undo(_ token: MailToken, in language: String) async throws(AccountError) -> EmailAddress {
        let undo = EmailUndo(
            context: context, token: token, language: language, lockedHash: lockedHash,
            now: context.clock.now)
        let outcome = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await undo.run()
        }
        let done = try outcome.get()
        for sid in done.endedSessions { authenticator.revoke(sid) }
        return done.email
    }

    private func write(_ statements: [any Statement]) async throws(AccountError) {
        try await context.call(AccountError.self) { () throws(PostgresError) in
            try await context.pool.transaction { transaction throws(PostgresError) in
                try await transaction.commit(statements)
            }
        }
    }
}
