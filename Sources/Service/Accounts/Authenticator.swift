internal import EventLoops
package import FoundationEssentials
internal import Postgres
internal import Referrals
internal import Store
package import Values

/// Who is calling.
package enum Caller: Equatable, Sendable {
    case user(UserID, sid: UUID)
    case key(id: UUID, name: String, scope: APIKey.Scope)
}

/// Tells who a bearer token belongs to, from what this loop remembers: verified tokens, revoked sessions,
/// known keys.
///
/// It trusts its memory only while the database's notifications reach it; else it answers `unavailable`,
/// because a revoked token must not pass.
package final class Authenticator {
    private static let apiKeysMax = 1024
    private static let loadPauseMilliseconds = 100

    private let pool: PostgresPool
    private let clock: DatabaseClock
    private let keyring: Keyring
    private let standings: StandingList
    private let revocations: RevocationList
    private let keyUses: KeyUses
    private var apiKeys: [UUID: APIKeyRecord] = [:]
    private let notifications: Notifications
    private var isLoaded = false
    /// Counts the notifications' connections: what was read before the last one may lack what was said since.
    private var connections = 0
    private var isClosed = false
    /// Counts what was heard of API keys: a record read meanwhile may be out of date, and is not remembered.
    private var apiKeyChanges = 0

    init(
        pool: PostgresPool, clock: DatabaseClock, notifications: Notifications, keyring: Keyring,
        standings: StandingList, on loop: isolated EventLoop
    ) {
        self.pool = pool
        self.clock = clock
        keyUses = KeyUses(pool: pool, on: loop)
        self.notifications = notifications
        self.keyring = keyring
        self.standings = standings
        revocations = RevocationList(lifetimeSeconds: AccessTokenSigner.lifetimeSecondsDefault)
        notifications.listen(to: Channels.revocations) { [weak self] sid in
            if let sid = UUID(text: sid) { self?.revoke(sid) }
        }
        notifications.listen(to: Channels.apiKeys) { [weak self] _ in self?.forgetAPIKeys() }
        notifications.onConnected { [weak self] in
            self?.isLoaded = false
            self?.connections += 1
            Task.immediate(priority: EventLoop.taskPriority) {
                _ = loop
                await self?.load(on: loop)
            }
        }
    }

    /// Whether revocations reach this loop.
    package var isFresh: Bool {
        isLoaded && standings.isLoaded && notifications.isFresh
    }

    /// - Throws: `.unauthenticated`, alike for every token that is bad, expired or revoked; `.unavailable`.
    ///
    /// - Parameter token: as it came, in any bytes.
    package func caller(bearing token: ArraySlice<UInt8>) async throws(AuthenticationError) -> Caller {
        guard isFresh else { throw .unavailable }
        if token.starts(with: APIKey.prefix.utf8) {
            return try await keyHolder(String(decoding: token, as: UTF8.self))
        }
        if let user = user(token) { return try admit(user) }
        // Another process may sign with a key already that this loop has yet to hear of.
        guard try await mayLookAgain(at: token), let user = user(token) else { throw .unauthenticated }
        return try admit(user)
    }

    private func admit(_ caller: Caller) throws(AuthenticationError) -> Caller {
        if !standings.isEmpty, case .user(let uid, _) = caller, standings.standing(of: uid) == .blocked {
            throw .blocked
        }
        return caller
    }

    /// Ends a session's access tokens on this loop without waiting for the notification.
    func revoke(_ sid: UUID) {
        revocations.revoke(sid, nowSeconds: clock.now.secondsSince1970)
    }

    func close() async {
        isClosed = true
        await keyUses.close()
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

    private func keyHolder(_ text: String) async throws(AuthenticationError) -> Caller {
        guard let key = APIKey(text), let record = try await record(of: key.id), record.revokedAt == nil,
            let hash = SecretHash(bytes: record.secretHash), key.matches(hash),
            let scope = APIKey.Scope(rawValue: record.scope)
        else { throw .unauthenticated }
        let now = clock.now
        // Nobody is told when that moment comes: each process sees it by itself.
        if let end = record.expiresAt, end <= now { throw .unauthenticated }
        keyUses.note(record.id, at: now)
        return .key(id: record.id, name: record.name, scope: scope)
    }

    /// Remembered until one is revoked; only keys that exist are remembered, so made-up ones take no room.
    private func record(of id: UUID) async throws(AuthenticationError) -> APIKeyRecord? {
        if let known = apiKeys[id] { return known }
        do throws(PostgresError) {
            let changes = apiKeyChanges
            let found = try await pool.run(FindAPIKey(id)).first
            if let found, changes == apiKeyChanges, apiKeys.count < Self.apiKeysMax { apiKeys[id] = found }
            return found
        } catch {
            throw .unavailable
        }
    }

    private func forgetAPIKeys() {
        apiKeys = [:]
        apiKeyChanges += 1
    }

    /// Reads what may have been missed while nobody listened; again until it has, or until another connection
    /// does.
    private func load(on loop: isolated EventLoop) async {
        let connection = connections
        while connection == connections && !isClosed {
            if await attemptLoad(for: connection) { return }
            try? await loop.sleep(milliseconds: Self.loadPauseMilliseconds)
        }
    }

    private func attemptLoad(for connection: Int) async -> Bool {
        let (now, start) = (clock.now, MonotonicInstant.now)
        forgetAPIKeys()
        guard let revoked = try? await pool.run(ListRevocations(at: now)),
            (try? await keyring.read(since: start)) != nil
        else { return false }
        for revocation in revoked { revocations.revoke(revocation.sid, nowSeconds: now.secondsSince1970) }
        isLoaded = connection == connections
        return true
    }
}
