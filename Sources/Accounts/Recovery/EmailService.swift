internal import Batching
internal import Crypto
package import EventLoops
internal import Postgres
package import Referrals
internal import Store
package import Values

/// The e-mail of an account: verifying it, changing it, undoing a change, and taking it off.
package final class EmailService {
    private let context: AccountsContext
    private let check: ProofCheck<AccountError>
    private let authenticator: Authenticator
    private let limits: MailLimits
    private let tokens: MailTokenCheck
    private let mailRequests: MailRequests
    private let changeTime: TimingEqualizer
    private let lockedHash: String

    package init(
        _ context: AccountsContext, passwords work: PasswordWork, authenticator: Authenticator,
        checker: IdentityChecker, limits: MailLimits, mailRequests: MailRequests, on loop: isolated EventLoop
    ) {
        self.context = context
        check = ProofCheck(
            context: context, passwords: PasswordService(work), checker: checker, limits: limits.rates)
        lockedHash = work.hasher.dummyHash
        self.authenticator = authenticator
        self.limits = limits
        tokens = MailTokenCheck(context: context, limits: limits.rates)
        self.mailRequests = mailRequests
        changeTime = TimingEqualizer(on: loop)
    }

    /// Mails a link that verifies the user's e-mail; nothing where it is verified.
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
        let order = MailWithToken(
            .verification, for: uid, about: email, to: email, in: language, at: context.clock.now,
            context)
        try await context.call(AccountError.self) { () throws(PostgresError) in
            try await context.pool.transaction { transaction throws(PostgresError) in
                try await transaction.commit(order.statements)
            }
        }
    }

    /// - Returns: the e-mail that is verified now.
    package func confirm(
        _ offered: MailToken?, in language: String, from address: PeerAddress
    ) async throws(AccountError) -> EmailAddress {
        let token = try await tokens.admit(offered, from: address)
        let confirmation = EmailConfirmation(
            context: context, token: token, language: language, isMailOn: limits.isMailOn,
            now: context.clock.now)
        let result = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await confirmation.run()
        }
        if result == .failure(.emailAlreadyInUse), let wanted = try await tokens.find(token) {
            mailRequests.offerRelease(of: wanted.email, in: language, from: address)
        }
        return try result.get()
    }

    /// Mails a link that verifies `email`, which then replaces the current one; that one gets a notice with
    /// a link to keep it. If another account has the e-mail, no mail is sent, and the caller doesn't learn
    /// it.
    package func change(
        _ request: ProofRequest, to email: EmailAddress, in language: String
    ) async throws(AccountError) {
        try limits.check()
        let account = try await check.account(request.uid)
        guard let current = account.user.email else { throw .noEmail }
        let proof = try await check.verify(
            request, of: account, for: ["email", email.description],
            guarding: account.guarding(at: context.clock.now))
        guard current != email, !proof.isRepeated else { return }
        let tokens = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await context.pool.run(FindMailTokens(of: request.uid))
        }
        if EmailChange.isAsked(email, by: tokens, at: context.clock.now) { return }
        try limits.take(email, from: request.address)
        let start = MonotonicInstant.now
        let owners = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await context.pool.run(FindCredential(email))
        }
        guard owners.isEmpty else {
            mailRequests.offerRelease(of: email, in: language, from: request.address)
            return await changeTime.refused(since: start)
        }
        let change = EmailChange(
            context: context, uid: request.uid, email: email, proof: proof, language: language,
            now: context.clock.now)
        let refusal = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await change.run()
        }
        if let refusal { throw refusal }
        changeTime.accepted(since: start)
    }

    /// Restores the ways to sign in of the time before a mail. All sessions and the password end, and a
    /// mail leads to a new password.
    package func undo(
        _ token: MailToken?, in language: String, from address: PeerAddress
    ) async throws(AccountError) -> EmailAddress {
        let undo = EmailUndo(
            context: context, token: try await tokens.admit(token, from: address), language: language,
            lockedHash: lockedHash,
            now: context.clock.now)
        let result = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await undo.run()
        }
        let done = try result.get()
        for sid in done.endedSessions { authenticator.revoke(sid) }
        return done.email
    }

    /// Takes an e-mail that was never verified off the account that has it.
    package func release(
        _ token: MailToken?, from address: PeerAddress
    ) async throws(AccountError) -> EmailAddress {
        let release = EmailRelease(
            context: context, token: try await tokens.admit(token, from: address), now: context.clock.now)
        return try await context.call(AccountError.self) { () throws(PostgresError) in
            try await release.run()
        }.get()
    }

    /// The other ways to sign in to the account of a verification link, and whether it goes on without the
    /// e-mail.
    package func waysBesides(
        _ offered: MailToken, from address: PeerAddress
    ) async throws(AccountError) -> WaysBesides {
        let token = try await tokens.admit(offered, from: address)
        guard try await tokens.find(token) != nil else { return WaysBesides() }
        let account = try await check.account(token.uid)
        let hasExternalID = context.hasBearers && account.isExternalIDOpen
        var isReleasable = account.hasOtherWay(context.hasBearers)
        if !isReleasable {
            isReleasable = try await context.call(AccountError.self) { () throws(PostgresError) in
                try await !context.pool.run(ListSessions(of: token.uid, at: context.clock.now)).isEmpty
            }
        }
        return WaysBesides(
            providers: account.identities.map(\.provider), hasExternalID: hasExternalID,
            isReleasable: isReleasable)
    }
}

/// The ways to sign in without the e-mail.
package struct WaysBesides: Equatable, Sendable {
    package let providers: [String]
    /// Whether the app's own sign-in does.
    package let hasExternalID: Bool
    /// Whether the e-mail can be taken off the account: something else leads into it, or a session is there
    /// that can add another e-mail.
    package let isReleasable: Bool

    package init(providers: [String] = [], hasExternalID: Bool = false, isReleasable: Bool = true) {
        self.providers = providers
        self.hasExternalID = hasExternalID
        self.isReleasable = isReleasable
    }

    /// As a mail's detail has it.
    package init(detail: String?) {
        let names = detail?.split(separator: ",").map(String.init) ?? []
        self.init(
            providers: names.filter { $0 != LockedAccount.externalWay },
            hasExternalID: names.contains(LockedAccount.externalWay))
    }
}
