package import EventLoops
internal import FoundationEssentials
internal import Postgres
package import Referrals
internal import Store
internal import Tokens
package import Values

/// Players who sign in with Apple, Google, or any issuer: linking, signing in, and taking off.
package final class IdentityService {
    private let context: ServiceContext
    private let checker: IdentityChecker
    private let externalIDs: ExternalIDService
    private let limits: RateLimits

    init(
        _ context: ServiceContext, checker: IdentityChecker, externalIDs: ExternalIDService,
        limits: RateLimits
    ) {
        self.context = context
        self.checker = checker
        self.externalIDs = externalIDs
        self.limits = limits
    }

    /// Whether a call on this loop waits for a provider to send its keys.
    package var awaitsKeys: Bool { checker.awaitsKeys }

    /// Gives a user an identity; the same again changes nothing. The first credential of an anonymous user is
    /// its sign-up. Two users are never joined by an e-mail.
    package func link(
        _ token: String, by provider: String, nonce: String?, to uid: UserID
    ) async throws(IdentityError) -> (user: User, rewards: [Reward]) {
        let claims = try await checker.claims(of: token, by: provider, nonce: nonce)
        let identity = IdentityRecord(
            uid: uid, provider: provider, subject: claims.subject,
            email: claims.verifiedEmail?.description, createdAt: context.clock.now)
        return try await context.orMerged(uid) { () throws(IdentityError) in
            try await context.call(IdentityError.self) { () throws(PostgresError) in
                try await IdentityLink(context: context, identity: identity, email: claims.verifiedEmail)
                    .run()
            }.get()
        }
    }

    /// Opens a session for whoever has the identity; a wish to leave is taken back.
    package func signIn(
        _ token: String, by provider: String, nonce: String?, from address: PeerAddress,
        on device: String? = nil
    ) async throws(IdentityError) -> (user: User, session: SessionTokens) {
        let uid = try await holder(token, provider, nonce, address)
        guard context.standings.standing(of: uid) != .blocked else { throw .blocked }
        let now = context.clock.now
        let session = context.sessions.open(for: uid, sid: context.makeID(), on: device, at: now)
        let place = context.addresses.entry(uid, at: address, seenAt: now)
        let (users, _, _, _, _, _) = try await context.call(IdentityError.self) { () throws(PostgresError) in
            try await context.pool.run(
                StampSignIn(uid, at: now), CancelErasure(of: uid), InsertSessions([session.record]),
                DeleteSurplusSessions(of: uid, keptMax: SessionIssuer.sessionsPerUserMax),
                RememberAddress(place),
                DeleteSurplusAddresses(of: uid, keptMax: AddressBook.addressesPerUserMax))
        }
        guard let user = users.first else { throw .identityUnknown }
        return (user, session.tokens)
    }

    /// Tokens that are no good are counted for an address, as wrong passwords are.
    private func holder(
        _ token: String, _ provider: String, _ nonce: String?, _ address: PeerAddress
    ) async throws(IdentityError) -> UserID {
        let network = RateLimitKey(address)
        try limits.signInFailuresPerAddress.take(network, or: IdentityError.tooManyRequests)
        var isGuess = false
        defer { if !isGuess { limits.signInFailuresPerAddress.refund(network, at: .now) } }
        do throws(IdentityError) {
            let claims = try await checker.claims(of: token, by: provider, nonce: nonce)
            guard let uid = try await holder(of: claims, provider) else { throw .identityUnknown }
            return uid
        } catch {
            isGuess = error == .tokenRefused
            throw error
        }
    }

    /// Of a bearer issuer's token, whoever is known by its subject, where nobody has it as an identity.
    private func holder(
        of claims: IdentityClaims, _ provider: String
    ) async throws(IdentityError) -> UserID? {
        try await context.call(IdentityError.self) { () throws(PostgresError) in
            let key = IdentityRecord.key(provider, claims.subject)
            let holders = try await context.pool.run(FindIdentities([key]))
            if let holder = holders.first { return holder.uid }
            guard checker.isBearer(provider), let id = ExternalID(claims.subject) else { return nil }
            let known = try await context.pool.run(FindExternalIDs([id]))
            return known.first?.uid
        }
    }

    /// Makes the user whom a bearer issuer's token is of, signed up at once; nil where there is one.
    package func signUp(
        _ signUp: SignUp, as bearer: Bearer, from address: PeerAddress
    ) async throws(AccountError) -> SignUpReply? {
        let network = RateLimitKey(address)
        try limits.signUpsPerAddress.take(network, or: AccountError.tooManyRequests)
        signUp.address = address
        do throws(AccountError) {
            return try await externalIDs.signUp(signUp, as: bearer.id, email: bearer.email)
        } catch {
            limits.signUpsPerAddress.refund(network, at: .now)
            guard case .externalIDAlreadyInUse = error else { throw error }
            return nil
        }
    }

    /// Opens another session for a user who is there, such as one whose sign-up's reply was lost.
    package func open(_ uid: UserID, at address: PeerAddress) async throws(AccountError) -> SignUpReply {
        let now = context.clock.now
        let session = context.sessions.open(for: uid, sid: context.makeID(), at: now)
        let place = context.addresses.entry(uid, at: address, seenAt: now)
        let (users, _, _, _, _) = try await context.call(AccountError.self) { () throws(PostgresError) in
            try await context.pool.run(
                FindUsersByID([uid]), InsertSessions([session.record]),
                DeleteSurplusSessions(of: uid, keptMax: SessionIssuer.sessionsPerUserMax),
                RememberAddress(place),
                DeleteSurplusAddresses(of: uid, keptMax: AddressBook.addressesPerUserMax))
        }
        guard let user = users.first else { throw .userNotFound }
        return SignUpReply(user: user, session: session.tokens)
    }

    /// Takes an identity off a user who can still sign in without; one that it hasn't changes nothing.
    package func unlink(_ provider: String, from uid: UserID) async throws(IdentityError) {
        let refusal = try await context.call(IdentityError.self) {
            () throws(PostgresError) -> IdentityError? in
            try await context.pool.transaction { transaction throws(PostgresError) in
                let (users, kept) = try await transaction.send(
                    LockUsers([uid]), FindUserIdentities(of: uid))
                guard let user = users.first else { return .userNotFound }
                guard let identity = kept.first(where: { $0.provider == provider }) else { return nil }
                guard try await kept.count > 1 ? true : hasAnotherWay(user, transaction) else {
                    return .lastCredential
                }
                try await transaction.commit(DeleteIdentity(identity), DeleteUserIdentity(identity))
                return nil
            }
        }
        if let refusal { throw refusal }
    }

    /// A password, or an issuer who knows the user by its id; an e-mail without a password is no way in yet.
    private func hasAnotherWay(_ user: User, _ transaction: Transaction) async throws(PostgresError) -> Bool {
        if user.externalID != nil, checker.hasBearers { return true }
        guard let email = user.email else { return false }
        let credential = try await transaction.send(FindCredential(email)).first
        return credential.map { StoredPassword($0.passwordHash).isThere } ?? false
    }
}
