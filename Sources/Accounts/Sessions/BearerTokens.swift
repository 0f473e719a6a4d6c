package import Batching
internal import Crypto
package import EventLoops
package import Postgres
internal import Referrals
internal import Store
internal import Values

/// The users of bearer issuers' tokens: those with the tokens' subjects as external ids.
///
/// Results are cached like those of our own tokens, until the token or a key expires, or until the
/// subject's user changes.
package final class BearerTokens {
    private static let entriesMax = 32_768

    private struct Known {
        let uid: UserID
        /// A hash: one that meets another's has a token looked at once more.
        let subject: Int
        /// The start of the hour in which the token was used last.
        let hour: Timestamp
    }

    private let pool: PostgresPool
    private let clock: DatabaseClock
    private let checker: IdentityChecker
    private let uses: ExternalIDUseWriter
    private var table = TokenTable<Known>(entriesMax: BearerTokens.entriesMax)
    /// Counts what was forgotten: what was read meanwhile may be out of date.
    private var changes = 0

    /// Nil where no issuer's tokens stand for users.
    package init?(
        pool: PostgresPool, clock: DatabaseClock, checker: IdentityChecker, on loop: isolated EventLoop
    ) {
        guard checker.hasBearers else { return nil }
        uses = ExternalIDUseWriter(pool: pool, on: loop)
        self.pool = pool
        self.clock = clock
        self.checker = checker
        checker.onKeyGone = { [weak self] in self?.forgetAll() }
    }

    /// The result for a recently seen token; nil also for a token of another issuer.
    func known(_ token: ArraySlice<UInt8>) -> UserID? {
        let (key, now) = (table.key(of: token), clock.now)
        guard let entry = table[key], now.secondsSince1970 < entry.goodUntilSeconds else { return nil }
        let hour = ExternalIDUse.hour(of: now)
        if entry.value.hour < hour {
            let known = Known(uid: entry.value.uid, subject: entry.value.subject, hour: hour)
            table.insert(.init(value: known, goodUntilSeconds: entry.goodUntilSeconds), at: key)
            uses.note(known.uid, at: hour)
        }
        return entry.value.uid
    }

    /// - Throws: `.unauthenticated`, also for a deleted user, and for an external id that a reset has ended:
    ///   no sign-up would help; `.userNotCreated`; `.unavailable`.
    func user(_ token: ArraySlice<UInt8>) async throws(AuthenticationError) -> UserID {
        let bearer = try await bearer(token)
        let changes = self.changes
        let now = clock.now
        guard let uid = try await user(bearer.id, at: now) else { throw .userNotCreated }
        if changes == self.changes {
            let known = Known(
                uid: uid, subject: bearer.id.hashValue, hour: ExternalIDUse.hour(of: now))
            table.insert(
                .init(value: known, goodUntilSeconds: bearer.goodUntilSeconds), at: table.key(of: token))
        }
        return uid
    }

    /// The subject of a token, with or without a user.
    func bearer(_ token: ArraySlice<UInt8>) async throws(AuthenticationError) -> Bearer {
        do throws(IdentityError) {
            let finding = try await checker.finding(on: token)
            guard let bearer = Bearer(finding) else { throw .tokenRefused }
            return bearer
        } catch {
            throw error == .unavailable ? .unavailable : .unauthenticated
        }
    }

    private func user(_ id: ExternalID, at now: Timestamp) async throws(AuthenticationError) -> UserID? {
        let isAdmitted: Bool
        let uid: UserID
        do throws(PostgresError) {
            let rows = try await pool.run(FindExternalIDs([id]))
            guard let row = rows.first else { return nil }
            uid = row.uid
            let (erasures, uses) = try await pool.run(
                FindErasures(of: [uid]), FindExternalIDUses(of: [uid]))
            isAdmitted = !erasures.contains { $0.erasedAt != nil } && uses.first?.isEnded != true
            if isAdmitted { try await record(uses.first, of: uid, id, at: now) }
        } catch {
            throw .unavailable
        }
        guard isAdmitted else { throw .unauthenticated }
        return uid
    }

    /// The first use makes the id a way in, and is written before the reply. Later ones are noted.
    private func record(
        _ use: ExternalIDUse?, of uid: UserID, _ id: ExternalID, at now: Timestamp
    ) async throws(PostgresError) {
        guard let use, use.acceptedID == id, use.releasedAt == nil, let usedAt = use.usedAt else {
            _ = try await pool.run(AcceptExternalID(id, of: uid, at: now))
            return
        }
        let hour = ExternalIDUse.hour(of: now)
        if usedAt < hour { uses.note(uid, at: hour) }
    }

    /// Writes what is left, while the pool is still open.
    func close() async {
        await uses.close()
    }

    /// From now on another user may have it, or none.
    func forget(_ id: ExternalID) {
        changes += 1
        let subject = id.hashValue
        table.removeAll { $0.subject == subject }
    }

    func forgetAll() {
        changes += 1
        table.removeAll()
    }
}
