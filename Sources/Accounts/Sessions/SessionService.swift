internal import Batching
package import Crypto
package import EventLoops
package import FoundationEssentials
package import Limits
internal import Postgres
package import Referrals
internal import Rewards
internal import Store
package import Values

/// Sessions of account holders: signing in, refreshing, signing out.
package final class SessionService {
    private static let attemptsMax = 3

    private let context: AccountsContext
    private let passwords: PasswordService<SessionError>
    private let authenticator: Authenticator
    private let limits: RateLimits
    private let rotation: RefreshRotation
    /// A crowd that signs in at once has a few queries, and leaves events their connections.
    private let credentials: Coalescer<EmailAddress, CredentialRecord?, SessionError>

    package init(
        _ context: AccountsContext, passwords: PasswordService<SessionError>, authenticator: Authenticator,
        limits: RateLimits, on loop: isolated EventLoop
    ) throws(EventLoopError) {
        self.context = context
        self.passwords = passwords
        self.authenticator = authenticator
        self.limits = limits
        rotation = RefreshRotation(key: context.sessions.refreshKey)
        credentials = try context.coalescer("credential_reads", on: loop) { emails, _ throws(PostgresError) in
            let found = try await context.pool.run(FindCredential(Array(Set(emails))))
            let byEmail = Dictionary(uniqueKeysWithValues: found.map { ($0.email, $0) })
            return emails.map { .success(byEmail[$0]) }
        }
    }

    package var queueDepths: [String: Int] { ["credential_reads": credentials.queueDepth] }

    package func close() {
        credentials.close()
    }

    /// Signs in with a credential. A wrong password and an unknown e-mail are one answer at one speed.
    ///
    /// - Parameters:
    ///   - device: the kind that it is, where that is known.
    ///   - installKey: binds the session; nil for none.
    package func signIn(
        _ email: EmailAddress, password: String, from address: PeerAddress, on device: String? = nil,
        installKey: InstallKey? = nil
    ) async throws(SessionError) -> (user: User, session: SessionTokens) {
        let attempt = try SignInAttempt(
            email.description, from: address, limits: limits, or: SessionError.tooManyRequests)
        do throws(SessionError) {
            let opened = try await signIn(email, password, from: address, on: device, installKey, attempt)
            attempt.forgive()
            return opened
        } catch {
            // An outage doesn't count as a failure.
            if error == .unavailable { attempt.forgive() }
            throw error
        }
    }

    private func signIn(
        _ email: EmailAddress, _ password: String, from address: PeerAddress, on device: String?,
        _ installKey: InstallKey?, _ attempt: SignInAttempt
    ) async throws(SessionError) -> (user: User, session: SessionTokens) {
        // Another sign-in may strengthen the hash meanwhile; what it left is verified then.
        for _ in 0..<Self.attemptsMax {
            let credential = try await credentials.submit(email).get()
            // An unknown e-mail causes a query for an unknown uid: the same queries, the same time.
            let uid = credential?.uid ?? UserID(context.makeID())
            let knownAddress = context.addresses.entry(uid, at: address, seenAt: context.clock.now)
            if let seconds = attempt.retryAfterSeconds,
                try await !context.addresses.isKnown(knownAddress, through: context)
            {
                throw .tooManyRequests(retryAfterSeconds: seconds)
            }
            let verification = try await passwords.verify(
                password, against: credential, for: attempt.fairnessKey)
            guard verification != .wrong, let credential else { break }
            if let opened = try await open(
                credential, verification, at: knownAddress, on: device, installKey)
            {
                return opened
            }
        }
        throw .invalidCredentials
    }

    /// A sign-in cancels a deletion in the same transaction.
    ///
    /// - Returns: nil where the credential is another by now.
    private func open(
        _ credential: CredentialRecord, _ verification: PasswordService<SessionError>.Verification,
        at knownAddress: KnownAddress, on device: String?, _ installKey: InstallKey?
    ) async throws(SessionError) -> (user: User, session: SessionTokens)? {
        guard context.moderation.status(of: credential.uid) != .blocked else { throw .blocked }
        let now = context.clock.now
        let session = context.sessions.open(
            for: credential.uid, sid: context.makeID(), on: device, installKey: installKey, at: now)
        var opening = SessionOpening(
            context: context, uid: credential.uid, shown: .password(credential), session: session.record,
            knownAddress: knownAddress, now: now)
        if case .rightWithStrongerHash(let stronger) = verification { opening.strongerHash = stronger }
        let user = try await context.call(SessionError.self) { () throws(PostgresError) in
            try await opening.run()
        }
        return user.map { ($0, session.tokens) }
    }

    /// Trades a refresh token for its successor and a new access token.
    ///
    /// Where an account refreshes it is known, as if it had signed in there.
    ///
    /// - Parameters:
    ///   - attempt: a random text of the client's, the same whenever it presents the same token.
    ///   - call: as the install signs it, if the session is bound to its key.
    /// - Throws: `.unproved` before anything changes.
    package func refresh(
        _ text: String, attempt: String? = nil, from address: PeerAddress, in call: SignedCall? = nil
    ) async throws(SessionError) -> SessionTokens {
        // An invalid token costs no query.
        guard let token = RefreshToken(text), token.isGenuine(key: context.sessions.refreshKey) else {
            throw .unauthenticated
        }
        guard context.moderation.status(of: UserID(token.uid)) != .blocked else { throw .blocked }
        var proof = RefreshProof(context: context, call: call)
        let attempt = attempt.map { SecretHash(of: Array($0.utf8), key: context.sessions.refreshKey) }
        // Another call may rotate between the read and the write; what it left decides then.
        for _ in 0..<3 {
            if let tokens = try await attemptRefresh(token, attempt, address, &proof) { return tokens }
        }
        throw .unavailable
    }

    private func attemptRefresh(
        _ token: RefreshToken, _ attempt: SecretHash?, _ address: PeerAddress, _ proof: inout RefreshProof
    ) async throws(SessionError) -> SessionTokens? {
        let now = context.clock.now
        let uid = UserID(token.uid)
        let session = try await context.call(SessionError.self) { () throws(PostgresError) in
            try await context.pool.run(FindSession(uid: uid, sid: token.sid)).first
        }
        let isProved = try await proof.holds(for: session)
        switch rotation.decide(
            on: token, attempt: attempt, isProved: isProved, stored: session.flatMap(stored),
            atMicroseconds: now.microsecondsSince1970)
        {
        case .rotate(let successor):
            guard let session, try await rotate(session, to: successor, attempt, at: now, address)
            else { return nil }
            return context.sessions.tokens(for: successor, of: session.generation + 1, at: now)
        case .repeatSuccessor(let successor):
            return context.sessions.tokens(for: successor, of: session?.generation ?? 0, at: now)
        case .reuseDetected:
            try await end(uid: uid, sid: token.sid)
            throw .unauthenticated
        case .expired, .unknown:
            let merges = try await context.call(SessionError.self) { () throws(PostgresError) in
                try await context.pool.run(FindFreshMerge(of: uid))
            }
            throw merges.first.map { SessionError.merged(into: $0.account) } ?? .unauthenticated
        }
    }

    /// A session as the rotation sees it, with what this process knows before the database does.
    private func stored(_ session: SessionRecord) -> RefreshRotation.Stored? {
        guard let current = SecretHash(bytes: session.tokenHash) else { return nil }
        let isSeen =
            session.seenGeneration >= session.generation
            || authenticator.hasSeen(session.generation, of: session.sid)
        return RefreshRotation.Stored(
            currentHash: current, previousHash: session.previousTokenHash.flatMap(SecretHash.init(bytes:)),
            rotatedAtMicroseconds: session.rotatedAt?.microsecondsSince1970,
            expiresAtMicroseconds: session.expiresAt.microsecondsSince1970, isSeen: isSeen,
            attemptHash: session.attemptHash.flatMap(SecretHash.init(bytes:)))
    }

    private func rotate(
        _ session: SessionRecord, to successor: RefreshToken, _ attempt: SecretHash?, at now: Timestamp,
        _ address: PeerAddress
    ) async throws(SessionError) -> Bool {
        let knownAddress = context.addresses.entry(session.uid, at: address, seenAt: now)
        let (rotated, _, _) = try await context.call(SessionError.self) { () throws(PostgresError) in
            try await context.pool.run(
                RotateSession(
                    session, to: successor.hash.bytes, at: now,
                    expiresAt: context.sessions.expiry(from: now), attemptHash: attempt?.bytes),
                RememberAddress(knownAddress),
                DeleteSurplusAddresses(of: session.uid, keptMax: AddressBook.addressesPerUserMax))
        }
        return !rotated.isEmpty
    }

    /// Those that have not ended, the one that was used last first.
    package func all(of uid: UserID) async throws(SessionError) -> [KnownSession] {
        let found = try await context.call(SessionError.self) { () throws(PostgresError) in
            try await context.pool.run(ListSessions(of: uid, at: context.clock.now))
        }
        return found.map(KnownSession.init)
    }

    /// Ends one of a user's; false where the user has none such.
    package func endOne(_ sid: UUID, of uid: UserID) async throws(SessionError) -> Bool {
        guard try await all(of: uid).contains(where: { $0.sid == sid }) else { return false }
        try await end(uid: uid, sid: sid)
        return true
    }

    /// Ends all of a user's, and a change of e-mail that waits for its link.
    package func endAll(of uid: UserID) async throws(SessionError) {
        let now = context.clock.now
        let sids = try await context.call(SessionError.self) { () throws(PostgresError) in
            try await context.pool.transaction { transaction throws(PostgresError) -> [UUID] in
                guard let account = try await transaction.lockAccount(uid) else { return [] }
                let plan = RecoveryPlan(
                    recovery: .signOutEverywhere, account: account, context: context, now: now)
                try await transaction.commit(plan.statements)
                return plan.endedSessions
            }
        }
        for sid in sids { authenticator.revoke(sid) }
    }

    /// Ends the session that was opened for a call that then was refused.
    package func end(_ session: SessionTokens) async throws(SessionError) {
        guard let token = RefreshToken(session.refreshToken) else { return }
        try await end(uid: UserID(token.uid), sid: token.sid)
    }

    /// Ends a session: its refresh token at once, its access tokens here at once and elsewhere within a
    /// second.
    package func end(uid: UserID, sid: UUID) async throws(SessionError) {
        let revocation = Revocation(
            sid: sid, expiresAt: context.sessions.revocationExpiry(from: context.clock.now))
        _ = try await context.call(SessionError.self) { () throws(PostgresError) in
            try await context.pool.run(DeleteSession(uid: uid, sid: sid), InsertRevocations([revocation]))
        }
        authenticator.revoke(sid)
    }
}
