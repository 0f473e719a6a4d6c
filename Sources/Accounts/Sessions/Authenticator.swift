package import Batching
package import Crypto
package import EventLoops
package import FoundationEssentials
package import Ledger
package import Limits
package import Postgres
internal import Referrals
package import Rewards
internal import Store
package import Values

/// The caller.
package enum Caller: Equatable, Sendable {
    /// The caller with a bearer issuer's token has no session of ours.
    case user(UserID, sid: UUID?)
    case key(id: UUID, name: String, scope: APIKey.Scope)
}

/// The user of an access token, valid or expired.
struct TokenHolder: Equatable, Sendable {
    let uid: UserID
    let sid: UUID
    /// Whether its time has not passed, and its session has not ended.
    let isCurrent: Bool
}

/// An API key and the verdict on its MAC, which is cached with it.
private struct KnownKey {
    let record: APIKeyRecord
    let verdict: CauseGuard.Verdict

    init(_ record: APIKeyRecord, _ causes: CauseGuard) {
        self.record = record
        verdict = causes.verdict(on: .apiKey(record), record.mac)
    }
}

/// Tells who a bearer token belongs to, from what this loop remembers: verified tokens, revoked sessions,
/// known keys.
///
/// It trusts its memory only while the database's notifications reach it; else it answers `unavailable`,
/// because a revoked token must not pass.
package final class Authenticator: TableMirror {
    private static let apiKeysMax = 1024

    package var mirrored = MirrorState()
    private let pool: PostgresPool
    private let clock: DatabaseClock
    private let keyring: Keyring
    private let moderation: ModerationList
    private let bearers: BearerTokens?
    private let revocations: RevocationList
    private let keyUses: KeyUses
    private let generations: GenerationWriter
    /// Tags API keys.
    private let tagKey: Subkey
    private let limits: RateLimits
    private let mergedPlayers: MergedPlayers
    private let causes: CauseGuard
    private var apiKeys: [UUID: KnownKey] = [:]
    private let notifications: Notifications
    /// Counts what was heard of API keys: a record read meanwhile may be out of date, and is not remembered.
    private var apiKeyChanges = 0

    package init(
        pool: PostgresPool, clock: DatabaseClock, notifications: Notifications, keyring: Keyring,
        moderation: ModerationList, root: RootSecret, limits: RateLimits, causes: CauseGuard,
        bearers: BearerTokens? = nil, seen: SeenGenerations = SeenGenerations(),
        on loop: isolated EventLoop
    ) {
        tagKey = root.subkey(for: .apiKeys)
        self.limits = limits
        self.causes = causes
        self.pool = pool
        self.clock = clock
        keyUses = KeyUses(pool: pool, on: loop)
        let generations = GenerationWriter(pool: pool, seen: seen, on: loop)
        self.generations = generations
        keyring.onVerified = { generations.note($0) }
        mergedPlayers = MergedPlayers(pool: pool)
        self.notifications = notifications
        self.keyring = keyring
        self.moderation = moderation
        self.bearers = bearers
        revocations = RevocationList(lifetimeSeconds: AccessTokenSigner.lifetimeSecondsDefault)
        notifications.listen(to: Channels.revocations) { [weak self] sid in
            if let sid = UUID(text: sid) { self?.revoke(sid) }
        }
        notifications.listen(to: Channels.apiKeys) { [weak self] id in self?.forget(apiKey: id) }
        notifications.onConnected { [weak self] in self?.refresh(on: loop) }
    }

    /// Whether revocations reach this loop.
    package var isFresh: Bool {
        mirrored.isCurrent && moderation.mirrored.isCurrent && notifications.isFresh
    }

    /// - Throws: `.unauthenticated`, alike for every token that is bad, expired or revoked; `.unavailable`;
    ///   of a bearer issuer's token `.userNotCreated`.
    ///
    /// - Parameters:
    ///   - token: as it came, in any bytes.
    ///   - address: that too many invented keys are counted against.
    ///   - admittingMerged: whether a merged player's former token still says who calls.
    package func caller(
        bearing token: ArraySlice<UInt8>, from address: PeerAddress, admittingMerged: Bool = false
    ) async throws(AuthenticationError) -> Caller {
        guard isFresh else { throw .unavailable }
        if token.starts(with: APIKey.prefix.utf8) {
            return try await keyHolder(String(decoding: token, as: UTF8.self), address)
        }
        if let uid = bearers?.known(token) { return try admit(.user(uid, sid: nil)) }
        if let user = user(token) { return try admit(user) }
        // Another process may sign with a key already that this loop has yet to hear of.
        if try await mayLookAgain(at: token), let user = user(token) { return try admit(user) }
        // Ours, but no longer valid.
        if let claims = keyring.signedClaims(of: token) {
            let refusal = try await mergedPlayers.refusal(of: claims)
            guard admittingMerged, case .merged = refusal else { throw refusal }
            return try admit(.user(UserID(claims.uid), sid: claims.sid))
        }
        guard let bearers else { throw .unauthenticated }
        return try admit(.user(try await bearers.user(token), sid: nil))
    }

    /// The subject of a bearer issuer's token, with or without a user; nil without such issuers, and for
    /// keys and our own tokens.
    ///
    /// - Throws: `.unauthenticated` for any other; `.unavailable`.
    package func bearer(of token: ArraySlice<UInt8>) async throws(AuthenticationError) -> Bearer? {
        guard let bearers, !token.starts(with: APIKey.prefix.utf8), keyring.claims(of: token) == nil else {
            return nil
        }
        do throws(AuthenticationError) {
            return try await bearers.bearer(token)
        } catch {
            // A former valid token of ours, now expired: a sign-up may still carry it.
            if error == .unauthenticated, AccessTokenVerifier.looksOurs(token) { return nil }
            throw error
        }
    }

    /// Nil for a token that none of the keys has signed.
    func holder(of token: String) async throws(AuthenticationError) -> TokenHolder? {
        guard isFresh else { throw .unavailable }
        let bytes = Array(token.utf8)[...]
        if keyring.signedClaims(of: bytes) == nil { _ = try await mayLookAgain(at: bytes) }
        return keyring.signedClaims(of: bytes).map { claims in
            TokenHolder(uid: UserID(claims.uid), sid: claims.sid, isCurrent: user(bytes) != nil)
        }
    }

    private func admit(_ caller: Caller) throws(AuthenticationError) -> Caller {
        if !moderation.isEmpty, case .user(let uid, _) = caller, moderation.status(of: uid) == .blocked {
            throw .blocked
        }
        return caller
    }

    /// Whether this process has accepted an access token of a session's generation.
    func hasSeen(_ generation: Int32, of sid: UUID) -> Bool {
        generations.hasSeen(generation, of: sid)
    }

    /// Ends a session's access tokens on this loop without waiting for the notification.
    func revoke(_ sid: UUID) {
        revocations.revoke(sid, nowSeconds: clock.now.secondsSince1970)
    }

    /// Forgets an id on this loop, without waiting for the notification.
    func forget(_ id: ExternalID) {
        bearers?.forget(id)
    }

    package func close() async {
        await keyUses.close()
        await generations.close()
        await bearers?.close()
    }

    /// The claims of a current token of a session.
    package func claims(of token: ArraySlice<UInt8>) -> AccessClaims? {
        keyring.claims(of: token).flatMap { revocations.isRevoked($0) ? nil : $0 }
    }

    /// Whether a token that was admitted would be refused now: its session has ended, its user is blocked, or
    /// it has expired.
    package func isEnded(_ claims: AccessClaims) -> Bool {
        revocations.isRevoked(claims) || clock.now.secondsSince1970 >= claims.expiresAtSeconds
            || moderation.status(of: UserID(claims.uid)) == .blocked
    }

    private func user(_ token: ArraySlice<UInt8>) -> Caller? {
        guard let claims = keyring.claims(of: token), !revocations.isRevoked(claims) else { return nil }
        return .user(UserID(claims.uid), sid: claims.sid)
    }

    private func mayLookAgain(at token: ArraySlice<UInt8>) async throws(AuthenticationError) -> Bool {
        do throws(PostgresError) {
            return try await keyring.lookUpKey(of: token)
        } catch {
            throw .unavailable
        }
    }

    private func keyHolder(
        _ text: String, _ address: PeerAddress
    ) async throws(AuthenticationError) -> Caller {
        let key = APIKey(text)
        let isPlausible = key.map { apiKeys[$0.id] != nil || $0.isGenuine(key: tagKey) } ?? false
        if isPlausible, let key, let record = try await record(of: key) { return try holder(of: record) }
        let limit = RateLimitKey(address)
        try limits.wrongTokensPerAddress.take(limit, or: AuthenticationError.tooManyRequests)
        guard !isPlausible, let key, let record = try await record(of: key) else { throw .unauthenticated }
        limits.wrongTokensPerAddress.refund(limit, at: .now)
        return try holder(of: record)
    }

    private func holder(of key: KnownKey) throws(AuthenticationError) -> Caller {
        let record = key.record
        guard causes.admits(key.verdict) else {
            causes.report(.apiKey(record))
            throw .unauthenticated
        }
        guard record.revokedAt == nil, let scope = APIKey.Scope(rawValue: record.scope) else {
            throw .unauthenticated
        }
        let now = clock.now
        // That moment sends no notification: each process checks the time.
        if let end = record.expiresAt, end <= now { throw .unauthenticated }
        keyUses.note(record.id, at: now)
        return .key(id: record.id, name: record.name, scope: scope)
    }

    /// The record of a key whose secret is right. Remembered until it is revoked; only keys that exist are
    /// remembered, so invented ones take no room.
    private func record(of key: APIKey) async throws(AuthenticationError) -> KnownKey? {
        var record = apiKeys[key.id]
        if record == nil { record = try await find(key.id) }
        guard let record, SecretHash(bytes: record.record.secretHash).map(key.matches) == true,
            !record.record.hasTag || key.isGenuine(key: tagKey)
        else { return nil }
        return record
    }

    private func find(_ id: UUID) async throws(AuthenticationError) -> KnownKey? {
        do throws(PostgresError) {
            let changes = apiKeyChanges
            let found = try await pool.run(FindAPIKey(id)).first.map { KnownKey($0, causes) }
            if let found, changes == apiKeyChanges, apiKeys.count < Self.apiKeysMax { apiKeys[id] = found }
            return found
        } catch {
            throw .unavailable
        }
    }

    private func forget(apiKey id: String) {
        apiKeyChanges += 1
        if let id = UUID(text: id) { apiKeys[id] = nil } else { apiKeys = [:] }
    }

    /// Reads what may have been missed without notifications.
    package func read(on loop: isolated EventLoop) async throws(PostgresError) {
        let (now, start) = (clock.now, MonotonicInstant.now)
        apiKeys = [:]
        apiKeyChanges += 1
        let changes = apiKeyChanges
        let (revoked, keys) = try await pool.run(
            ListRevocations(at: now), ListActiveAPIKeys(limit: Self.apiKeysMax))
        try await keyring.read(since: start)
        // Those without a tag are known here, or invented.
        if changes == apiKeyChanges { for key in keys { apiKeys[key.id] = KnownKey(key, causes) } }
        for revocation in revoked { revocations.revoke(revocation.sid, nowSeconds: now.secondsSince1970) }
    }
}
