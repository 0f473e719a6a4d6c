internal import Batching
package import Crypto
package import EventLoops
internal import FoundationEssentials
package import Limits
internal import Postgres
package import Referrals
internal import Rewards
internal import Store
package import Values

/// Users as they come in: anonymous sign-up, who referred them, and the credential that makes them account
/// holders.
package final class AccountService {
    private let context: AccountsContext
    private let passwords: PasswordService<AccountError>
    private let authenticator: Authenticator
    private let limits: RateLimits
    private let signUps: Coalescer<SignUp, SignUpReply, AccountError>
    private let referrers: Coalescer<ReferrerChoice, Referral, AccountError>
    private let credentials: Coalescer<CredentialLink, CredentialReply, AccountError>
    private let linkTime: TimingEqualizer
    private let check: ProofCheck<AccountError>
    private let mailRequests: MailRequests

    package init(
        _ context: AccountsContext, passwords: PasswordService<AccountError>, authenticator: Authenticator,
        checker: IdentityChecker, limits: RateLimits, mailRequests: MailRequests, on loop: isolated EventLoop
    ) throws(EventLoopError) {
        self.context = context
        self.mailRequests = mailRequests
        check = ProofCheck(context: context, passwords: passwords, checker: checker, limits: limits)
        self.passwords = passwords
        self.authenticator = authenticator
        self.limits = limits
        signUps = try context.coalescer("sign_ups", on: loop) { signUps, lockPolicy throws(PostgresError) in
            try await SignUpBatch(context: context, now: context.clock.now, lockPolicy: lockPolicy).record(
                signUps)
        }
        referrers = try context.decidingCoalescer("referrers", on: loop, user: { $0.uid }) {
            choices, lockPolicy throws(PostgresError) in
            try await ReferrerBatch(context: context, now: context.clock.now, lockPolicy: lockPolicy).record(
                choices)
        }
        linkTime = TimingEqualizer(on: loop)
        credentials = try context.decidingCoalescer("credentials", on: loop, user: { $0.uid }) {
            links, lockPolicy throws(PostgresError) in
            try await CredentialBatch(context: context, now: context.clock.now, lockPolicy: lockPolicy)
                .record(
                    links)
        }
    }

    /// Signs a new install in anonymously, or one that comes back.
    ///
    /// - Parameter call: as the install may have signed it. A proof is optional, but never wrong.
    package func signUp(
        _ signUp: SignUp, from address: PeerAddress, in call: SignedCall? = nil
    ) async throws(AccountError) -> SignUpReply {
        try limits.signUpsPerAddress.take(RateLimitKey(address), or: AccountError.tooManyRequests)
        if let call, call.proof != nil { try await verify(call, of: signUp) }
        signUp.address = address
        let reply = try await signUps.submit(signUp).get()
        guard reply.isReturn, signUp.evidence.isGiven else { return reply }
        return try await reply.returning(with: referral(of: reply.user, naming: signUp.evidence))
    }

    private func verify(_ call: SignedCall, of signUp: SignUp) async throws(AccountError) {
        guard let key = signUp.installKey else { throw .proofWrong }
        // Used proofs are kept by user, and there may be none yet.
        let holder = UUID(bytes: context.sessions.installKeys.thumbprint(of: key)[..<16])
        guard let holder else { throw .internalError }
        let use: UsedProof
        do throws(InstallProofError) {
            use = try InstallProofCheck(context: context).verify(call, by: key, of: UserID(holder))
        } catch {
            throw error.refusal()
        }
        try await check.use(use)
    }

    package func user(_ uid: UserID) async throws(AccountError) -> User {
        let users = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await context.pool.run(FindUsersByID([uid]))
        }
        guard let user = users.first else { throw .userNotFound }
        if user.isGone, let account = try await context.account(of: uid, AccountError.self) {
            throw .merged(into: account)
        }
        return user
    }

    /// Records who referred a user, once, while the user is anonymous.
    package func recordReferrer(
        _ evidence: ReferralEvidence, of uid: UserID
    ) async throws(AccountError) -> Referral {
        let choice = ReferrerChoice(uid: uid, evidence: evidence, eventID: context.makeID())
        do throws(AccountError) {
            return try await context.resolvingMerge(uid) { () throws(AccountError) in
                try await referrers.submit(choice).get()
            }
        } catch {
            guard case .merged(let account) = error else { throw error }
            let recorded = try await context.call(AccountError.self) { () throws(PostgresError) in
                try await RecordedReferral(context: context, now: context.clock.now)
                    .find(of: [uid, account], as: evidence)
            }
            guard let recorded else { throw error }
            return recorded
        }
    }

    /// Links an e-mail credential to a user who has none; the uid stays. That of an anonymous user is its
    /// sign-up, and its earlier sessions end; that of an account needs proof, and sessions stay.
    ///
    /// The same credential again opens another session and changes nothing else. Taken e-mails are counted
    /// for each user and address, and a user's own wrong passwords: many attempts look for accounts, or for a
    /// password.
    package func link(
        _ email: EmailAddress, password: String, _ request: ProofRequest, in language: String,
        on device: String? = nil
    ) async throws(AccountError) -> CredentialReply {
        if let violation = PasswordPolicy.check(password, email: email.description) {
            throw .invalidPassword(violation)
        }
        let key = RateLimitKey(request.uid.uuid)
        var isGuess = false
        try limits.credentialFailuresPerUser.take(key, or: AccountError.tooManyRequests)
        defer { if !isGuess { limits.credentialFailuresPerUser.refund(key, at: .now) } }
        do throws(AccountError) {
            return try await context.resolvingMerge(request.uid) { () throws(AccountError) in
                try await link(email, password, request, device)
            }
        } catch {
            isGuess = error == .emailAlreadyInUse || error == .credentialAlreadyLinked
            if error == .emailAlreadyInUse {
                mailRequests.offerRelease(of: email, in: language, from: request.address)
            }
            throw error
        }
    }

    private func link(
        _ email: EmailAddress, _ password: String, _ request: ProofRequest, _ device: String?
    ) async throws(AccountError) -> CredentialReply {
        let fairnessKey = FairnessKey(
            group: RateLimitKey(request.address).hash, member: RateLimitKey(request.uid.uuid).hash)
        let (users, credentials, keys) = try await context.call(AccountError.self) {
            () throws(PostgresError) in
            try await context.pool.run(
                FindUsersByID([request.uid]), FindCredential(email), FindKeysOfInstalls(of: [request.uid]))
        }
        guard let user = users.first, !user.isGone else { throw .userNotFound }
        if user.email != nil {
            return try await linkAgain(
                user, credentials.first, password, request.address, fairnessKey, device)
        }
        return try await limitingProbes(from: request.address) { () throws(AccountError) in
            if !user.isAnonymous { return try await add(email, password, request, fairnessKey) }
            let installKey = try await prove(request, of: user, keys.first?.publicKey)
            // Whether the e-mail is free the batch finds out: a taken one is hashed for too.
            let hash = try await passwords.hash(password, for: fairnessKey)
            return try await linkFirst(
                email, passwordHash: hash, to: user.uid, request.address, device, installKey)
        }
    }

    /// - Returns: the key that has signed the call; nil for a user without one.
    private func prove(
        _ request: ProofRequest, of user: User, _ encrypted: [UInt8]?
    ) async throws(AccountError) -> InstallKey? {
        guard let encrypted else { return nil }
        let account = AccountWays(user: user, identities: [], credential: nil, recovery: nil)
        try await check.use(try check.verify(request, of: account, by: encrypted))
        return context.sessions.installKeys.key(in: encrypted, of: user.uid)
    }

    /// Limits first credentials whose e-mail was taken. The unit is taken before any hashing, since anonymous
    /// users cost nothing, and returned unless the e-mail was taken.
    private func limitingProbes(
        from address: PeerAddress, _ attempt: () async throws(AccountError) -> CredentialReply
    ) async throws(AccountError) -> CredentialReply {
        let (limit, key) = (limits.emailProbesPerAddress, RateLimitKey(address))
        try limit.take(key, or: AccountError.tooManyRequests)
        var isProbe = false
        defer { if !isProbe { limit.refund(key, at: .now) } }
        do throws(AccountError) { return try await attempt() } catch {
            isProbe = error == .emailAlreadyInUse
            throw error
        }
    }

    /// Links the first credential of an anonymous user.
    ///
    /// - Parameter passwordHash: of a password that the policy allows.
    package func linkFirst(
        _ email: EmailAddress, passwordHash: String, to uid: UserID, _ address: PeerAddress,
        _ device: String?, _ installKey: InstallKey? = nil
    ) async throws(AccountError) -> CredentialReply {
        let now = context.clock.now
        let credential = CredentialRecord(
            email: email, uid: uid, passwordHash: passwordHash, createdAt: now)
        let session = context.sessions.open(
            for: uid, sid: context.makeID(), on: device, installKey: installKey, at: now)
        let start = MonotonicInstant.now
        let result = await credentials.submit(
            CredentialLink(
                uid: uid, credential: credential, session: session,
                address: context.addresses.entry(uid, at: address, seenAt: now), eventID: context.makeID()))
        switch result {
        case .success(let reply):
            linkTime.accepted(since: start)
            for sid in reply.endedSessions { authenticator.revoke(sid) }
        case .failure(.emailAlreadyInUse): await linkTime.refused(since: start)
        case .failure: break
        }
        return try result.get()
    }

    /// The first e-mail of an account that signs in otherwise.
    private func add(
        _ email: EmailAddress, _ password: String, _ request: ProofRequest, _ fairnessKey: FairnessKey
    ) async throws(AccountError) -> CredentialReply {
        let account = try await check.account(request.uid)
        let proof = try await check.verify(
            request, of: account, for: ["credential", email.description], addsWayIn: true)
        if proof.isRepeated { throw .proofWrong }
        let hash = try await passwords.hash(password, for: fairnessKey)
        let start = MonotonicInstant.now
        let credential = CredentialRecord(
            email: email, uid: request.uid, passwordHash: hash, createdAt: context.clock.now)
        let addition = CredentialAddition(context: context, credential: credential, proof: proof)
        let result = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await addition.run()
        }
        if case .failure(.emailAlreadyInUse) = result { await linkTime.refused(since: start) }
        return CredentialReply(user: try result.get(), session: nil, rewards: [], endedSessions: [])
    }

    private func linkAgain(
        _ user: User, _ credential: CredentialRecord?, _ password: String, _ address: PeerAddress,
        _ fairnessKey: FairnessKey, _ device: String?
    ) async throws(AccountError) -> CredentialReply {
        guard let credential, credential.uid == user.uid,
            try await passwords.verify(password, against: credential, for: fairnessKey) != .wrong
        else { throw .credentialAlreadyLinked }
        let now = context.clock.now
        let session = context.sessions.open(for: user.uid, sid: context.makeID(), on: device, at: now)
        let opening = SessionOpening(
            context: context, uid: user.uid, shown: .password(credential), session: session.record,
            knownAddress: context.addresses.entry(user.uid, at: address, seenAt: now), isSignIn: false,
            now: now)
        let opened = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await opening.run()
        }
        guard let opened else { throw .credentialAlreadyLinked }
        return CredentialReply(user: opened, session: session.tokens, rewards: [], endedSessions: [])
    }

    /// A user's own data beyond the public values.
    package func details(of uid: UserID) async throws(AccountError) -> AccountDetails {
        let (identities, erasures, recoveries) = try await context.call(AccountError.self) {
            () throws(PostgresError) in
            try await context.pool.run(
                FindUserIdentities(of: uid), FindErasures(of: [uid]), FindRecovery(of: uid))
        }
        return AccountDetails(
            identities: identities.map { ($0.provider, $0.createdAt) },
            deletionAt: erasures.first.flatMap { $0.erasedAt == nil ? $0.dueAt : nil },
            resetAt: recoveries.first?.pending?.dueAt)
    }

    package var queueDepths: [String: Int] {
        [
            "sign_ups": signUps.queueDepth, "referrers": referrers.queueDepth,
            "credentials": credentials.queueDepth,
        ]
    }

    package func close() {
        signUps.close()
        referrers.close()
        credentials.close()
    }
}

/// The ways to sign in to an account, and its pending changes.
package struct AccountDetails: Sendable {
    package let identities: [(provider: String, linkedAt: Timestamp)]
    /// When the user is erased; nil if no deletion is pending.
    package let deletionAt: Timestamp?
    /// When a pending password reset takes effect; nil if none is pending.
    package let resetAt: Timestamp?
}
