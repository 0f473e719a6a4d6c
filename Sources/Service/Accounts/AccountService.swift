package import EventLoops
internal import Postgres
package import Referrals
internal import Store
package import Values

/// Users as they come in: anonymous sign-up, who referred them, and the credential that makes them account
/// holders.
package final class AccountService {
    private let context: ServiceContext
    private let passwords: PasswordService<AccountError>
    private let authenticator: Authenticator
    private let limits: RateLimits
    private let signUps: Coalescer<SignUp, SignUpReply, AccountError>
    private let referrers: Coalescer<ReferrerChoice, Referral, AccountError>
    private let credentials: Coalescer<CredentialLink, CredentialReply, AccountError>

    init(
        _ context: ServiceContext, passwords: PasswordService<AccountError>, authenticator: Authenticator,
        limits: RateLimits,
        on loop: isolated EventLoop
    ) throws(EventLoopError) {
        self.context = context
        self.passwords = passwords
        self.authenticator = authenticator
        self.limits = limits
        signUps = try context.coalescer("sign_ups", on: loop) { signUps, patience throws(PostgresError) in
            try await SignUpBatch(context: context, now: WallClock.now, patience: patience).record(signUps)
        }
        referrers = try context.coalescer("referrers", on: loop, user: { $0.uid }) {
            choices, patience throws(PostgresError) in
            try await ReferrerBatch(context: context, now: WallClock.now, patience: patience).record(choices)
        }
        credentials = try context.coalescer("credentials", on: loop, user: { $0.uid }) {
            links, patience throws(PostgresError) in
            try await CredentialBatch(context: context, now: WallClock.now, patience: patience).record(links)
        }
    }

    /// Signs a new install in anonymously.
    package func signUp(_ signUp: SignUp, from address: PeerAddress) async throws(AccountError) -> SignUpReply
    {
        try limits.signUpsPerAddress.take(RateLimitKey(address), or: AccountError.tooManyRequests)
        return try await signUps.submit(signUp).get()
    }

    package func user(_ uid: UserID) async throws(AccountError) -> User {
        let users = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await context.pool.run(FindUsersByID([uid]))
        }
        guard let user = users.first else { throw .userNotFound }
        return user
    }

    /// Records who referred a user, once, while the user is anonymous.
    package func recordReferrer(_ referrer: NamedReferrer, of uid: UserID) async throws(AccountError)
        -> Referral
    {
        let choice = ReferrerChoice(uid: uid, referrer: referrer, eventID: context.makeID())
        return try await referrers.submit(choice).get()
    }

    /// Links an e-mail credential to an anonymous user; the uid stays, the user's earlier sessions end.
    ///
    /// The same credential again opens another session and changes nothing else. A taken e-mail counts as a
    /// failed sign-in from `address`: whoever tries many looks for accounts.
    package func link(
        _ email: EmailAddress, password: String, to uid: UserID, from address: PeerAddress
    ) async throws(AccountError) -> CredentialReply {
        if let violation = PasswordPolicy.check(password, email: email.description) {
            throw .invalidPassword(violation)
        }
        let network = RateLimitKey(address)
        var isGuess = false
        try limits.signInFailuresPerAddress.take(network, or: AccountError.tooManyRequests)
        defer { if !isGuess { limits.signInFailuresPerAddress.refund(network, at: .now) } }
        do throws(AccountError) {
            return try await link(email, password, to: uid)
        } catch {
            isGuess = error == .emailAlreadyInUse
            throw error
        }
    }

    private func link(
        _ email: EmailAddress, _ password: String, to uid: UserID
    ) async throws(AccountError) -> CredentialReply {
        let (users, credentials) = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await context.pool.run(FindUsersByID([uid]), FindCredential(email))
        }
        guard let user = users.first else { throw .userNotFound }
        let credential = credentials.first
        if !user.isAnonymous { return try await linkAgain(user, credential, password: password) }
        if let credential, credential.uid != uid { throw .emailAlreadyInUse }
        return try await linkFirst(email, passwordHash: try await passwords.hash(password), to: uid)
    }

    private func linkFirst(
        _ email: EmailAddress, passwordHash: String, to uid: UserID
    ) async throws(AccountError) -> CredentialReply {
        let now = WallClock.now
        let credential = CredentialRecord(
            email: email, uid: uid, passwordHash: passwordHash, createdAt: now)
        let session = context.sessions.open(for: uid, sid: context.makeID(), at: now)
        let reply = try await credentials.submit(
            CredentialLink(uid: uid, credential: credential, session: session, eventID: context.makeID())
        ).get()
        for sid in reply.endedSessions { authenticator.revoke(sid) }
        return reply
    }

    private func linkAgain(
        _ user: User, _ credential: CredentialRecord?, password: String
    ) async throws(AccountError) -> CredentialReply {
        guard let credential, credential.uid == user.uid else { throw .credentialAlreadyLinked }
        let key = RateLimitKey(credential.email.description)
        try limits.signInFailuresPerAccount.take(key, or: AccountError.tooManyRequests)
        guard try await passwords.verify(password, against: credential) != .wrong else {
            throw .credentialAlreadyLinked
        }
        limits.signInFailuresPerAccount.refund(key, at: .now)
        let session = context.sessions.open(for: user.uid, sid: context.makeID(), at: WallClock.now)
        _ = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await context.pool.run(
                InsertSessions([session.record]),
                DeleteSurplusSessions(of: user.uid, keptMax: SessionIssuer.sessionsPerUserMax))
        }
        return CredentialReply(user: user, session: session.tokens, rewards: [], endedSessions: [])
    }

    var queueDepths: [String: Int] {
        [
            "sign_ups": signUps.queueDepth, "referrers": referrers.queueDepth,
            "credentials": credentials.queueDepth,
        ]
    }

    func close() {
        signUps.close()
        referrers.close()
        credentials.close()
    }
}
