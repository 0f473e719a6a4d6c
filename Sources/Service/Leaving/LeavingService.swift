package import EventLoops
internal import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
internal import Tokens
package import Values

/// Users who leave: the wish, the days in which it can be taken back, and the end.
package final class LeavingService {
    private let context: ServiceContext
    private let passwords: PasswordService<LeavingError>
    private let checker: IdentityChecker
    private let authenticator: Authenticator
    private let limits: RateLimits
    private let eraser: Eraser
    /// How long a wish can be taken back.
    private let days: Int

    init(
        _ context: ServiceContext, passwords: PasswordService<LeavingError>, checker: IdentityChecker,
        authenticator: Authenticator, limits: RateLimits, eraser: Eraser, days: Int
    ) {
        self.context = context
        self.passwords = passwords
        self.checker = checker
        self.authenticator = authenticator
        self.limits = limits
        self.eraser = eraser
        self.days = days
    }

    /// Ends a user's sessions, and has the user erased when the days are over, unless it signs in before.
    ///
    /// Who has no credential to sign in with can't come back, and is erased at once.
    ///
    /// - Parameters:
    ///   - password: an account's.
    ///   - token: of an identity that the user has, in place of a password.
    ///   - isVouchedFor: whether the call itself came with a bearer issuer's token.
    /// - Returns: when the user is erased.
    package func leave(
        _ uid: UserID, password: String?, token: String?, isVouchedFor: Bool, from address: PeerAddress
    ) async throws(LeavingError) -> Timestamp {
        let (user, identities) = try await context.orMerged(uid) { () throws(LeavingError) in
            try await self.user(uid)
        }
        let hasProvider = !identities.isEmpty || user.externalID != nil && checker.hasBearers
        if let token {
            try await prove(token, of: user, among: identities)
        } else if !isVouchedFor {
            try await prove(password, of: user, hasProvider: hasProvider, address)
        }
        let now = context.clock.now
        let comesBack = user.email != nil || hasProvider
        let seconds = comesBack ? Int64(days) * 86_400 : 0
        return try await ask(uid, at: now, dueAt: now.adding(seconds: seconds))
    }

    private func user(_ uid: UserID) async throws(LeavingError) -> (User, [IdentityRecord]) {
        let (users, identities) = try await context.call(LeavingError.self) { () throws(PostgresError) in
            try await context.pool.run(FindUsersByID([uid]), FindUserIdentities(of: uid))
        }
        guard let user = users.first, !user.isGone else { throw .userNotFound }
        return (user, identities)
    }

    /// A token that is good for one of the user's identities, or that a bearer issuer gave to the user.
    private func prove(
        _ token: String, of user: User, among identities: [IdentityRecord]
    ) async throws(LeavingError) {
        for identity in identities {
            let claims = try await claims { () throws(IdentityError) in
                try await checker.claims(of: token, by: identity.provider, nonce: nil)
            }
            if claims?.subject == identity.subject { return }
        }
        let claims = try await claims { () throws(IdentityError) in
            try await checker.finding(on: Array(token.utf8)[...]).claims
        }
        guard let id = user.externalID, let claims, id == ExternalID(claims.subject) else {
            throw .wrongPassword
        }
    }

    /// Nil of a token that is no good.
    private func claims(
        _ body: () async throws(IdentityError) -> IdentityClaims
    ) async throws(LeavingError) -> IdentityClaims? {
        do throws(IdentityError) {
            return try await body()
        } catch {
            if error == .unavailable { throw .unavailable }
            return nil
        }
    }

    /// Whoever has the token knows the password too; wrong ones are counted for each user.
    private func prove(
        _ password: String?, of user: User, hasProvider: Bool, _ address: PeerAddress
    ) async throws(LeavingError) {
        guard let email = user.email else {
            if hasProvider { throw .tokenNeeded }
            return
        }
        let (uid, key) = (user.uid, RateLimitKey(user.uid.uuid))
        guard let password else {
            let wantsToken = try await hasProvider ? !hasPassword(email) : false
            throw wantsToken ? .tokenNeeded : .passwordNeeded
        }
        try limits.credentialFailuresPerUser.take(key, or: LeavingError.tooManyRequests)
        var isWrong = false
        defer { if !isWrong { limits.credentialFailuresPerUser.refund(key, at: .now) } }
        let found = try await context.call(LeavingError.self) { () throws(PostgresError) in
            try await context.pool.run(FindCredential(email))
        }
        let party = WorkParty(group: RateLimitKey(address).hash, member: key.hash)
        let verification = try await passwords.verify(
            password, against: found.first { $0.uid == uid }, for: party)
        isWrong = verification == .wrong
        if isWrong { throw .wrongPassword }
    }

    private func hasPassword(_ email: EmailAddress) async throws(LeavingError) -> Bool {
        let found = try await context.call(LeavingError.self) { () throws(PostgresError) in
            try await context.pool.run(FindCredential(email))
        }
        return found.first.map { StoredPassword($0.passwordHash).isThere } ?? false
    }

    private func ask(
        _ uid: UserID, at now: Timestamp, dueAt: Timestamp
    ) async throws(LeavingError) -> Timestamp {
        let wish = LeavingWish(context: context, uid: uid, now: now, dueAt: dueAt)
        let outcome = try await context.call(LeavingError.self) { () throws(PostgresError) in
            try await wish.run()
        }
        guard let done = outcome else { throw try await gone(uid) }
        authenticator.forget(done)
        return done.dueAt
    }

    /// Erases a user here and now, as an administrator wants it; who is erased already is so once more, with
    /// what was written since.
    package func erase(_ uid: UserID, by actor: String) async throws(LeavingError) {
        let now = context.clock.now
        let audit = AuditEntry(
            id: context.makeID(), actor: actor, action: "user.erase", uid: uid, detail: ErasedText.word,
            createdAt: now)
        let isThere = try await context.call(LeavingError.self) { () throws(PostgresError) in
            // Who became an account goes with that.
            guard let user = try await context.pool.run(FindUsersByID([uid])).first, !user.isMerged
            else { return false }
            try await context.pool.run(
                AskErasures([Erasure(uid: uid, askedAt: now, dueAt: now)]), InsertAuditEntries([audit]))
            try await eraser.erase(uid)
            return true
        }
        if !isThere { throw try await gone(uid) }
    }

    private func gone(_ uid: UserID) async throws(LeavingError) -> LeavingError {
        let account = try await context.account(of: uid, LeavingError.self)
        return account.map { LeavingError.merged(into: $0) } ?? .userNotFound
    }

    /// What became of a user's wish to leave; nil for who has none.
    package func erasure(of uid: UserID) async throws(CallFailure) -> LeavingState? {
        let found = try await context.call { () throws(PostgresError) in
            try await context.pool.run(FindErasures(of: [uid]))
        }
        return found.first.map { LeavingState(askedAt: $0.askedAt, dueAt: $0.dueAt, erasedAt: $0.erasedAt) }
    }
}

/// How far a user is on the way out.
package struct LeavingState: Equatable, Sendable {
    package let askedAt: Timestamp
    /// When the user is erased, or what is left is looked through once more.
    package let dueAt: Timestamp?
    package let erasedAt: Timestamp?
}

extension ServiceContext {
    /// What has every process refuse the access tokens of these sessions.
    func revocations(of sids: [UUID], at now: Timestamp) -> [Revocation] {
        let expiry = sessions.revocationExpiry(from: now)
        return sids.map { Revocation(sid: $0, expiresAt: expiry) }
    }
}
