internal import Batching
package import Crypto
package import EventLoops
internal import FoundationEssentials
internal import Limits
internal import Postgres
package import Referrals
internal import Rewards
internal import Store
package import Values

/// Players who sign in with Apple, Google, or any issuer: linking, signing in, and taking off.
package final class IdentityService {
    private let context: AccountsContext
    private let checker: IdentityChecker
    private let externalIDs: ExternalIDService
    private let limits: RateLimits
    private let check: ProofCheck<IdentityError>
    private let mailRequests: MailRequests
    private let isMailOn: Bool

    package init(
        _ context: AccountsContext, passwords work: PasswordWork, checker: IdentityChecker,
        externalIDs: ExternalIDService, limits: MailLimits, mailRequests: MailRequests
    ) {
        self.context = context
        self.mailRequests = mailRequests
        isMailOn = limits.isMailOn
        check = ProofCheck(
            context: context, passwords: PasswordService(work), checker: checker, limits: limits.rates)
        self.checker = checker
        self.externalIDs = externalIDs
        self.limits = limits.rates
    }

    /// Whether a call on this loop waits for a provider to send its keys.
    package var awaitsKeys: Bool { checker.awaitsKeys }

    /// Links an identity to a user. Repeating the call changes nothing. The first credential of an
    /// anonymous user is its sign-up; an account needs proof. Users are never merged by e-mail.
    package func link(
        _ token: String, by provider: String, nonce: String?, _ request: ProofRequest, in language: String
    ) async throws(IdentityError) -> (user: User, rewards: [Reward]) {
        let claims = try await checker.claims(of: token, by: provider, nonce: nonce)
        let identity = IdentityRecord(
            uid: request.uid, provider: provider, subject: claims.subject,
            email: claims.verifiedEmail?.description, createdAt: context.clock.now)
        return try await context.resolvingMerge(request.uid) { () throws(IdentityError) in
            let account = try await check.account(request.uid)
            if account.identities.contains(where: { $0.key == identity.key }) { return (account.user, []) }
            if let refusal = try await refusal(of: identity, account.identities) { throw refusal }
            let proof = try await check.verify(
                request, of: account, for: ["link", provider, claims.subject], addsWayIn: true)
            if proof.isRepeated { return (account.user, []) }
            return try await changing(account.user) { () throws(IdentityError) in
                let done = try await context.call(IdentityError.self) { () throws(PostgresError) in
                    try await IdentityLink(
                        context: context, identity: identity, email: claims.verifiedEmail, proof: proof,
                        bearerID: bearerID(of: identity), language: language, isMailOn: isMailOn
                    ).run()
                }.get()
                if let taken = done.taken {
                    mailRequests.offerRelease(of: taken, in: language, from: request.address)
                }
                return (done.user, done.rewards)
            }
        }
    }

    /// The external id that an identity's tokens stand for; nil if they stand for no user.
    private func bearerID(of identity: IdentityRecord) -> ExternalID? {
        checker.isBearer(identity.provider) ? ExternalID(identity.subject) : nil
    }

    /// Why an identity can't be linked, if that is known before a proof is looked at.
    private func refusal(
        of identity: IdentityRecord, _ own: [IdentityRecord]
    ) async throws(IdentityError) -> IdentityError? {
        if own.contains(where: { $0.provider == identity.provider }) { return .identityAlreadyInUse }
        return try await context.call(IdentityError.self) { () throws(PostgresError) -> IdentityError? in
            let holders = try await context.pool.run(FindIdentities([identity.key]))
            guard let holder = holders.first?.uid, holder != identity.uid else { return nil }
            let theirs = try await context.pool.run(FindUserIdentities(of: holder))
            return theirs.contains { $0.key == identity.key } ? .identityAlreadyInUse : .identityReserved
        }
    }

    /// The same for an account that its back end has made, and that has nothing to prove itself by.
    ///
    /// - Throws: `.proofRequired` for any other.
    package func linkMade(
        _ token: String, by provider: String, nonce: String?, to uid: UserID, in language: String
    ) async throws(IdentityError) -> (user: User, rewards: [Reward]) {
        let claims = try await checker.claims(of: token, by: provider, nonce: nonce)
        let identity = IdentityRecord(
            uid: uid, provider: provider, subject: claims.subject,
            email: claims.verifiedEmail?.description, createdAt: context.clock.now)
        let account = try await check.account(uid)
        if account.identities.contains(where: { $0.key == identity.key }) { return (account.user, []) }
        guard let id = check.backEndID(of: account) else { throw .proofRequired }
        let link = IdentityLink(
            context: context, identity: identity, email: claims.verifiedEmail,
            proof: VerifiedProof(.externalID(id), of: account), bearerID: bearerID(of: identity),
            language: language, isMailOn: isMailOn)
        let done = try await context.call(IdentityError.self) { () throws(PostgresError) in
            try await link.run()
        }.get()
        return (done.user, done.rewards)
    }

    /// Limits changes of an account's identities, because each sends a mail.
    private func changing<Value>(
        _ user: User, _ body: () async throws(IdentityError) -> Value
    ) async throws(IdentityError) -> Value {
        guard !user.isAnonymous else { return try await body() }
        let key = RateLimitKey(user.uid.uuid)
        try limits.identityChangesPerUser.take(key, or: IdentityError.tooManyRequests)
        do throws(IdentityError) {
            return try await body()
        } catch {
            limits.identityChangesPerUser.refund(key, at: .now)
            throw error
        }
    }

    /// Opens a session for the identity's user, and cancels a deletion.
    package func signIn(
        _ token: String, by provider: String, nonce: String?, from address: PeerAddress,
        on device: String? = nil, installKey: InstallKey? = nil
    ) async throws(IdentityError) -> (user: User, session: SessionTokens) {
        let (uid, shown) = try await holder(token, provider, nonce, address)
        guard context.moderation.status(of: uid) != .blocked else { throw .blocked }
        let now = context.clock.now
        let session = context.sessions.open(
            for: uid, sid: context.makeID(), on: device, installKey: installKey, at: now)
        let opening = SessionOpening(
            context: context, uid: uid, shown: shown, session: session.record,
            knownAddress: context.addresses.entry(uid, at: address, seenAt: now), now: now)
        let user = try await context.call(IdentityError.self) { () throws(PostgresError) in
            try await opening.run()
        }
        // It was the account's a moment ago.
        guard let user else { throw .tokenRefused }
        return (user, session.tokens)
    }

    /// Tokens that are no good are counted for an address, as wrong passwords are.
    private func holder(
        _ token: String, _ provider: String, _ nonce: String?, _ address: PeerAddress
    ) async throws(IdentityError) -> (UserID, SessionOpening.Shown) {
        let network = RateLimitKey(address)
        try limits.signInFailuresPerAddress.take(network, or: IdentityError.tooManyRequests)
        var isGuess = false
        defer { if !isGuess { limits.signInFailuresPerAddress.refund(network, at: .now) } }
        do throws(IdentityError) {
            let claims = try await checker.claims(of: token, by: provider, nonce: nonce)
            guard let found = try await holder(of: claims, provider) else { throw .identityUnknown }
            return found
        } catch {
            isGuess = error == .tokenRefused
            throw error
        }
    }

    /// The user with a bearer issuer's token, found by its subject if it isn't linked as an identity. An
    /// unlinked, reserved identity opens nothing, and neither does an external id that a reset has ended.
    private func holder(
        of claims: IdentityClaims, _ provider: String
    ) async throws(IdentityError) -> (UserID, SessionOpening.Shown)? {
        try await context.call(IdentityError.self) { () throws(PostgresError) in
            let key = IdentityRecord.key(provider, claims.subject)
            if let holder = try await context.pool.run(FindIdentities([key])).first {
                let linked = try await context.pool.run(FindUserIdentities(of: holder.uid))
                if linked.contains(where: { $0.key == key }) {
                    return (holder.uid, .identity(provider: provider, subject: claims.subject))
                }
            }
            guard checker.isBearer(provider), let id = ExternalID(claims.subject) else { return nil }
            let known = try await context.pool.run(FindExternalIDs([id]))
            guard let uid = known.first?.uid else { return nil }
            let uses = try await context.pool.run(FindExternalIDUses(of: [uid]))
            return uses.first?.isEnded == true ? nil : (uid, .externalID(id))
        }
    }

    /// Creates the user of a bearer issuer's token, signed up at once; nil if it exists.
    package func signUp(
        _ signUp: SignUp, as bearer: Bearer, from address: PeerAddress
    ) async throws(AccountError) -> SignUpReply? {
        let network = RateLimitKey(address)
        try limits.signUpsPerAddress.take(network, or: AccountError.tooManyRequests)
        signUp.address = address
        do throws(AccountError) {
            return try await externalIDs.signUp(signUp, as: bearer.id, by: bearer)
        } catch {
            limits.signUpsPerAddress.refund(network, at: .now)
            guard case .externalIDAlreadyInUse = error else { throw error }
            return nil
        }
    }

    /// Opens another session for the user of a bearer issuer's token, for example after a lost reply to the
    /// sign-up.
    package func open(
        _ uid: UserID, as bearer: Bearer, at address: PeerAddress, installKey: InstallKey? = nil
    ) async throws(AccountError) -> SignUpReply {
        let now = context.clock.now
        let session = context.sessions.open(
            for: uid, sid: context.makeID(), installKey: installKey, at: now)
        let opening = SessionOpening(
            context: context, uid: uid, shown: .externalID(bearer.id), session: session.record,
            knownAddress: context.addresses.entry(uid, at: address, seenAt: now), isSignIn: false, now: now)
        let user = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await opening.run()
        }
        guard let user else { throw .userNotFound }
        return SignUpReply(user: user, session: session.tokens)
    }

    /// Takes an identity off a user who can still sign in without; one that it hasn't changes nothing. It
    /// stays reserved for the user for a while.
    package func unlink(
        _ provider: String, _ request: ProofRequest, in language: String
    ) async throws(IdentityError) {
        let account = try await check.account(request.uid)
        guard let identity = account.identities.first(where: { $0.provider == provider }) else { return }
        guard
            account.identities.count > 1 || account.hasPassword
                || checker.hasBearers && account.isExternalIDOpen
        else { throw .lastCredential }
        let guards = account.guarding(at: context.clock.now).filter { $0 == identity }
        let proof = try await check.verify(
            request, of: account, for: ["unlink", provider], guarding: guards)
        if proof.isRepeated { return }
        let unlink = IdentityUnlink(
            context: context, identity: identity, proof: proof, hasBearers: checker.hasBearers,
            language: language, isMailOn: isMailOn, now: context.clock.now)
        try await changing(account.user) { () throws(IdentityError) in
            let refusal = try await context.call(IdentityError.self) { () throws(PostgresError) in
                try await unlink.run()
            }
            if let refusal { throw refusal }
        }
    }
}
