package import EventLoops
package import FoundationEssentials
internal import Postgres
package import Referrals
internal import Store
package import Values

/// Sessions of account holders: signing in, refreshing, signing out.
package final class SessionService {
    private let context: ServiceContext
    private let passwords: PasswordService<SessionError>
    private let authenticator: Authenticator
    private let limits: RateLimits
    private let rotation: RefreshRotation

    init(
        _ context: ServiceContext, passwords: PasswordService<SessionError>, authenticator: Authenticator,
        limits: RateLimits
    ) {
        self.context = context
        self.passwords = passwords
        self.authenticator = authenticator
        self.limits = limits
        rotation = RefreshRotation(key: context.sessions.refreshKey)
    }

    /// Signs in with a credential. A wrong password and an unknown e-mail are one answer at one speed.
    package func signIn(
        _ email: EmailAddress, password: String, from address: PeerAddress
    ) async throws(SessionError) -> (user: User, session: SessionTokens) {
        let account = RateLimitKey(email.description)
        let network = RateLimitKey(address)
        // Taken before the attempt and given back after a success: only failures count, and many at once
        // don't slip by. The address first: one that is limited can't use up an account's allowance.
        try limits.signInFailuresPerAddress.take(network, or: SessionError.tooManyRequests)
        do throws(SessionError) {
            try limits.signInFailuresPerAccount.take(account, or: SessionError.tooManyRequests)
            let session = try await signIn(email, password)
            limits.signInFailuresPerAccount.refund(account, at: .now)
            limits.signInFailuresPerAddress.refund(network, at: .now)
            return session
        } catch {
            // An outage is nobody's failure.
            if error == .unavailable {
                limits.signInFailuresPerAccount.refund(account, at: .now)
                limits.signInFailuresPerAddress.refund(network, at: .now)
            }
            throw error
        }
    }

    private func signIn(
        _ email: EmailAddress, _ password: String
    ) async throws(SessionError) -> (user: User, session: SessionTokens) {
        let credential = try await context.call(SessionError.self) { () throws(PostgresError) in
            try await context.pool.run(FindCredential(email)).first
        }
        let verification = try await passwords.verify(password, against: credential)
        guard verification != .wrong, let credential else { throw .invalidCredentials }
        return try await open(credential, verification)
    }

    private func open(
        _ credential: CredentialRecord, _ verification: PasswordService<SessionError>.Verification
    ) async throws(SessionError) -> (user: User, session: SessionTokens) {
        let now = WallClock.now
        let session = context.sessions.open(for: credential.uid, sid: context.makeID(), at: now)
        let hash =
            if case .rightWithStrongerHash(let stronger) = verification { stronger } else {
                credential.passwordHash
            }
        let (users, _, _, _) = try await context.call(SessionError.self) { () throws(PostgresError) in
            try await context.pool.run(
                StampSignIn(credential.uid, at: now), InsertSessions([session.record]),
                DeleteSurplusSessions(of: credential.uid, keptMax: SessionIssuer.sessionsPerUserMax),
                UpdatePasswordHash(of: credential, to: hash))
        }
        guard let user = users.first else { throw .invalidCredentials }
        return (user, session.tokens)
    }

    /// Trades a refresh token for its successor and a new access token.
    package func refresh(_ text: String) async throws(SessionError) -> SessionTokens {
        // One that is none of ours costs no look at the database.
        guard let token = RefreshToken(text), token.isGenuine(key: context.sessions.refreshKey) else {
            throw .unauthenticated
        }
        // Another call may rotate between the read and the write; what it left decides then.
        for _ in 0..<3 {
            if let tokens = try await attemptRefresh(token) { return tokens }
        }
        throw .unavailable
    }

    private func attemptRefresh(_ token: RefreshToken) async throws(SessionError) -> SessionTokens? {
        let now = WallClock.now
        let uid = UserID(token.uid)
        let session = try await context.call(SessionError.self) { () throws(PostgresError) in
            try await context.pool.run(FindSession(uid: uid, sid: token.sid)).first
        }
        switch rotation.decide(
            on: token, stored: session?.stored, atMicroseconds: now.microsecondsSince1970)
        {
        case .rotate(let successor):
            guard let session, try await rotate(session, to: successor, at: now) else { return nil }
            return context.sessions.tokens(for: successor, at: now)
        case .repeatSuccessor(let successor):
            return context.sessions.tokens(for: successor, at: now)
        case .reuseDetected:
            try await end(uid: uid, sid: token.sid)
            throw .unauthenticated
        case .expired, .unknown:
            throw .unauthenticated
        }
    }

    private func rotate(
        _ session: SessionRecord, to successor: RefreshToken, at now: Timestamp
    ) async throws(SessionError) -> Bool {
        let rotated = try await context.call(SessionError.self) { () throws(PostgresError) in
            try await context.pool.run(
                RotateSession(
                    session, to: successor.hash.bytes, at: now, expiresAt: context.sessions.expiry(from: now))
            )
        }
        return !rotated.isEmpty
    }

    /// Ends a session: its refresh token at once, its access tokens here at once and elsewhere within a
    /// second.
    package func end(uid: UserID, sid: UUID) async throws(SessionError) {
        let revocation = Revocation(
            sid: sid, expiresAt: context.sessions.revocationExpiry(from: WallClock.now))
        _ = try await context.call(SessionError.self) { () throws(PostgresError) in
            try await context.pool.run(DeleteSession(uid: uid, sid: sid), InsertRevocations([revocation]))
        }
        authenticator.revoke(sid)
    }
}

extension SessionRecord {
    fileprivate var stored: RefreshRotation.Stored? {
        guard let current = SecretHash(bytes: tokenHash) else { return nil }
        return RefreshRotation.Stored(
            currentHash: current, previousHash: previousTokenHash.flatMap(SecretHash.init(bytes:)),
            rotatedAtMicroseconds: rotatedAt?.microsecondsSince1970,
            expiresAtMicroseconds: expiresAt.microsecondsSince1970)
    }
}
