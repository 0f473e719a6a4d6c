internal import Batching
internal import Crypto
package import EventLoops
internal import FoundationEssentials
internal import Limits
internal import Postgres
package import Referrals
internal import Store
package import Values

/// Another password: for who knows the one there is, and for who has forgotten it and reads the account's
/// mails.
package final class RecoveryService {
    /// How long a change of password can be sent again.
    package static let repeatSeconds: Int64 = 300

    private let context: AccountsContext
    private let passwords: PasswordService<AccountError>
    private let check: ProofCheck<AccountError>
    private let authenticator: Authenticator
    private let limits: MailLimits
    private let tokens: MailTokenCheck
    private let mailRequests: MailRequests

    package init(
        _ context: AccountsContext, passwords work: PasswordWork, authenticator: Authenticator,
        checker: IdentityChecker, limits: MailLimits, mailRequests: MailRequests
    ) {
        self.context = context
        passwords = PasswordService(work)
        check = ProofCheck(
            context: context, passwords: PasswordService(work), checker: checker, limits: limits.rates)
        self.authenticator = authenticator
        self.limits = limits
        tokens = MailTokenCheck(context: context, limits: limits.rates)
        self.mailRequests = mailRequests
    }

    /// Mails a link to a new password, if the account exists; the caller doesn't learn whether.
    package func askReset(
        of email: EmailAddress, in language: String, from address: PeerAddress
    ) async throws(AccountError) {
        try await mailRequests.ask(for: .reset, by: email, in: language, from: address)
    }

    /// Whether the link of a mail is good for something, which changes nothing.
    package func isGood(
        _ token: MailToken, for purpose: MailPurpose, from address: PeerAddress
    ) async throws(AccountError) -> Bool {
        try await find(tokens.admit(token, from: address), for: purpose) != nil
    }

    /// The result of a reset.
    package enum Reset: Equatable, Sendable {
        case now(WaysBesides)
        /// The password is valid from then on, unless a signed-in user refuses it.
        case later(Timestamp)
    }

    /// Sets a new password for the account of a link, and ends all sessions.
    package func reset(
        _ offered: MailToken?, to password: String, in language: String, from address: PeerAddress
    ) async throws(AccountError) -> Reset {
        let token = try await tokens.admit(offered, from: address)
        guard let found = try await find(token, for: .reset) else { throw .linkGone }
        if let violation = PasswordPolicy.check(password, email: found.email.description) {
            throw .invalidPassword(violation)
        }
        let hash = try await passwords.hash(password, for: fairnessKey(token.uid, address))
        let change = PasswordReset(
            context: context, token: token, passwordHash: hash, language: language,
            isMailOn: limits.isMailOn, now: context.clock.now)
        let result = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await change.run()
        }
        switch try result.get() {
        case .now(let plan):
            for sid in plan.endedSessions { authenticator.revoke(sid) }
            if let id = plan.endedExternalID { authenticator.forget(id) }
            return .now(WaysBesides(detail: plan.waysLeft))
        case .later(let dueAt): return .later(dueAt)
        }
    }

    /// Refuses a reset that waits for its time; false where none does.
    package func refuseReset(of uid: UserID) async throws(AccountError) {
        try await context.call(AccountError.self) { () throws(PostgresError) in
            _ = try await context.pool.run(EndPendingReset(of: uid))
        }
    }

    /// Gives the user another password. The caller's session goes on, with new tokens; all others end.
    package func change(
        _ request: ProofRequest, to password: String, in language: String, on device: String? = nil
    ) async throws(AccountError) -> (user: User, session: SessionTokens) {
        let account = try await check.account(request.uid)
        guard let email = account.user.email else { throw .noEmail }
        if try await namesFormerPassword(request, account) {
            return try await changedBefore(request, account, to: password)
        }
        let proof = try await check.verify(request, of: account, for: ["password"])
        if proof.isRepeated { return try await changedBefore(request, account, to: password) }
        if let violation = PasswordPolicy.check(password, email: email.description) {
            throw .invalidPassword(violation)
        }
        let key = RateLimitKey(request.uid.uuid)
        try limits.rates.passwordChangesPerUser.take(key, or: AccountError.tooManyRequests)
        var isDone = false
        defer { if !isDone { limits.rates.passwordChangesPerUser.refund(key, at: .now) } }
        let hash = try await passwords.hash(password, for: fairnessKey(request.uid, request.address))
        let now = context.clock.now
        let session = context.sessions.open(
            for: request.uid, sid: request.session ?? context.makeID(), on: device, at: now)
        let change = PasswordChange(
            context: context, uid: request.uid, passwordHash: hash, proof: proof, session: session.record,
            isNew: request.session == nil, language: language, isMailOn: limits.isMailOn, now: now)
        let result = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await change.run()
        }
        let done = try result.get()
        isDone = true
        for sid in done.endedSessions { authenticator.revoke(sid) }
        return (done.user, session.tokens)
    }

    /// Whether the session has changed the password a short while ago, and calls the former one the current:
    /// the reply was lost.
    private func namesFormerPassword(
        _ request: ProofRequest, _ account: AccountWays
    ) async throws(AccountError) -> Bool {
        guard let current = request.offered.password, let session = request.session else { return false }
        let found = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await context.pool.run(FindFormerPassword(of: request.uid))
        }
        guard let former = found.first, former.sid == session, let credential = account.credential,
            context.clock.now < former.changedAt.adding(seconds: Self.repeatSeconds)
        else { return false }
        let formerly = CredentialRecord(
            email: credential.email, uid: request.uid, passwordHash: former.passwordHash,
            createdAt: credential.createdAt)
        let fairnessKey = fairnessKey(request.uid, request.address)
        return try await passwords.verify(current, against: formerly, for: fairnessKey) != .wrong
    }

    /// Answers a change that was made before, if the password is the one that it was changed to. Others are
    /// counted as wrong proofs: this would be a way to guess it.
    private func changedBefore(
        _ request: ProofRequest, _ account: AccountWays, to password: String
    ) async throws(AccountError) -> (user: User, session: SessionTokens) {
        let key = RateLimitKey(request.session ?? request.uid.uuid)
        try limits.rates.wrongProofsPerSession.take(key, or: AccountError.tooManyRequests)
        let fairnessKey = fairnessKey(request.uid, request.address)
        guard try await passwords.verify(password, against: account.credential, for: fairnessKey) != .wrong
        else { throw .proofWrong }
        limits.rates.wrongProofsPerSession.refund(key, at: .now)
        return (account.user, try await continued(request))
    }

    /// New tokens for the caller's session, once more.
    private func continued(_ request: ProofRequest) async throws(AccountError) -> SessionTokens {
        let now = context.clock.now
        guard let sid = request.session else { throw .proofWrong }
        let session = context.sessions.open(for: request.uid, sid: sid, at: now)
        try await context.call(AccountError.self) { () throws(PostgresError) in
            _ = try await context.pool.run(ReplaceSessionToken(session.record))
        }
        return session.tokens
    }

    private func find(
        _ token: MailToken, for purpose: MailPurpose
    ) async throws(AccountError) -> MailTokenRecord? {
        let found = try await tokens.find(token)
        return found?.purpose == purpose ? found : nil
    }

    private func fairnessKey(_ uid: UserID, _ address: PeerAddress) -> FairnessKey {
        FairnessKey(group: RateLimitKey(address).hash, member: RateLimitKey(uid.uuid).hash)
    }
}
