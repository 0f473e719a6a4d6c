internal import Batching
internal import Crypto
internal import EventLoops
internal import FoundationEssentials
internal import Limits
internal import Postgres
internal import Referrals
package import Rewards
internal import Store
internal import Values

/// Errors of calls that need proof.
package protocol ProofError: UserError {
    static func tooManyRequests(retryAfterSeconds: Int) -> Self
    static var proofRequired: Self { get }
    static var proofWrong: Self { get }
    static func installProofTime(_ time: InstallTime) -> Self
}

/// Asks a signed-in caller to prove that it is the account's owner: an access token may be stolen.
struct ProofCheck<Refusal: ProofError> {
    /// How long ago the owner may have signed in with the issuer.
    private static var freshSeconds: Double { 300 }
    /// How long a request can be sent again with the token that it used up.
    private static var repeatSeconds: Int64 { 300 }

    let context: AccountsContext
    let passwords: PasswordService<Refusal>
    let checker: IdentityChecker
    let limits: RateLimits

    /// - Throws: `.userNotFound`, also for a user that was erased or merged.
    func account(_ uid: UserID) async throws(Refusal) -> AccountWays {
        let (users, identities, recoveries, uses) = try await context.call(Refusal.self) {
            () throws(PostgresError) in
            try await context.pool.run(
                FindUsersByID([uid]), FindUserIdentities(of: uid), FindRecovery(of: uid),
                FindExternalIDUses(of: [uid]))
        }
        guard let user = users.first, !user.isGone else { throw .userNotFound }
        var credential: CredentialRecord?
        var installKey: [UInt8]?
        if user.isAnonymous {
            installKey = try await context.call(Refusal.self) { () throws(PostgresError) in
                try await context.pool.run(FindKeysOfInstalls(of: [uid])).first?.publicKey
            }
        }
        if let email = user.email {
            let found = try await context.call(Refusal.self) { () throws(PostgresError) in
                try await context.pool.run(FindCredential(email))
            }
            credential = found.first { $0.uid == uid }
        }
        var ways = AccountWays(
            user: user, identities: identities, credential: credential, recovery: recoveries.first,
            installKey: installKey, idUse: uses.first)
        if AccountWays.maybePredatesUses(user, uses) {
            ways.presumeID(
                recordedSince: try await context.call(Refusal.self) { () throws(PostgresError) in
                    try await context.pool.run(FindUseRecordingStart()).first
                })
        }
        return ways
    }

    /// The external id of an account that only its back end can act for; nil for other accounts.
    func backEndID(of account: AccountWays) -> ExternalID? {
        checker.hasBearers ? nil : account.backEndID
    }

    /// - Parameters:
    ///   - words: of the request, without its secrets. A request with the same words is the same request.
    ///   - guards: identities, one of which must be proved. Without any, any proof is enough.
    ///   - addsWayIn: whether an account without e-mail and any other way in may go on unproved.
    /// - Throws: `.proofRequired`, `.proofWrong`, `.tooManyRequests`; `.unavailable` while an issuer's keys
    ///   can't be had.
    func verify(
        _ request: ProofRequest, of account: AccountWays, for words: [String],
        guarding guards: [IdentityRecord] = [], addsWayIn: Bool = false
    ) async throws(Refusal) -> VerifiedProof {
        if account.user.isAnonymous { return try verify(request, of: account, by: account.installKey) }
        if addsWayIn, account.hasNoWayIn { return VerifiedProof(.notNeeded, of: account) }
        let key = RateLimitKey(request.session ?? request.uid.uuid)
        let offered = request.offered
        guard offered.password != nil || offered.identity != nil else { throw .proofRequired }
        try limits.wrongProofsPerSession.take(key, or: Refusal.tooManyRequests)
        do throws(Refusal) {
            let proof: VerifiedProof
            if let identity = offered.identity {
                proof = try await verify(identity, of: account, for: words)
            } else if guards.isEmpty {
                proof = try await verify(offered.password ?? "", of: account, request)
            } else {
                throw .proofRequired
            }
            guard guards.isEmpty || proof.isShown(by: guards) else { throw .proofRequired }
            limits.wrongProofsPerSession.refund(key, at: .now)
            return proof
        } catch {
            if !error.isWrongProof { limits.wrongProofsPerSession.refund(key, at: .now) }
            throw error
        }
    }

    private func verify(
        _ password: String, of account: AccountWays, _ request: ProofRequest
    ) async throws(Refusal) -> VerifiedProof {
        let fairnessKey = FairnessKey(
            group: RateLimitKey(request.address).hash, member: RateLimitKey(request.uid.uuid).hash)
        guard try await passwords.verify(password, against: account.credential, for: fairnessKey) != .wrong,
            let credential = account.credential
        else { throw .proofWrong }
        return VerifiedProof(.password(credential), of: account)
    }

    private func verify(
        _ offered: OfferedIdentity, of account: AccountWays, for words: [String]
    ) async throws(Refusal) -> VerifiedProof {
        let claims = try await claims(of: offered)
        let now = context.clock.now
        let use = use(of: offered.token, by: account.user.uid, for: words, at: now)
        let used = try await context.call(Refusal.self) { () throws(PostgresError) in
            try await context.pool.run(FindUsedProof(of: account.user.uid, use.tokenHash))
        }
        if let former = used.first {
            guard former.requestHash == use.requestHash,
                now < former.expiresAt.adding(seconds: -Int64(Self.freshSeconds))
            else { throw .proofWrong }
            return VerifiedProof(.repeated, of: account)
        }
        let provedAt = claims.authenticatedAtSeconds ?? claims.issuedAtSeconds
        guard provedAt >= Double(now.secondsSince1970) - Self.freshSeconds else { throw .proofWrong }
        let found = account.identities.first {
            $0.provider == offered.provider && $0.subject == claims.subject
        }
        if let found { return VerifiedProof(.identity(found), of: account, using: use) }
        guard checker.isBearer(offered.provider), let id = account.user.externalID,
            id == ExternalID(claims.subject), account.idUse?.isEnded != true
        else { throw .proofWrong }
        return VerifiedProof(.externalID(id), of: account, using: use, at: now)
    }

    private func claims(of offered: OfferedIdentity) async throws(Refusal) -> IdentityClaims {
        do throws(IdentityError) {
            return try await checker.claims(of: offered.token, by: offered.provider, nonce: nil)
        } catch {
            throw error == .unavailable ? .unavailable : .proofWrong
        }
    }

    private func use(
        of token: String, by uid: UserID, for words: [String], at now: Timestamp
    ) -> UsedProof {
        let key = context.proofKey
        func hash(_ parts: [String]) -> [UInt8] {
            let bytes = parts.flatMap { [UInt8]("\($0.utf8.count):".utf8) + Array($0.utf8) }
            return BLAKE2b.hash(bytes, key: key.bytes, byteCount: 32)
        }
        // Another signature under the same claims is the same token.
        let claims = token.prefix(upTo: token.lastIndex(of: ".") ?? token.endIndex)
        return UsedProof(
            uid: uid, tokenHash: hash(["token", String(claims)]), requestHash: hash(["request"] + words),
            expiresAt: now.adding(seconds: Self.repeatSeconds + Int64(Self.freshSeconds)))
    }
}

extension ProofError {
    fileprivate var isWrongProof: Bool { self == .proofWrong }
}
