package import Batching
internal import Crypto
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
    }

    private let pool: PostgresPool
    private let clock: DatabaseClock
    private let checker: IdentityChecker
    private var table = TokenTable<Known>(entriesMax: BearerTokens.entriesMax)
    /// Counts what was forgotten: what was read meanwhile may be out of date.
    private var changes = 0

    /// Nil where no issuer's tokens stand for users.
    package init?(pool: PostgresPool, clock: DatabaseClock, checker: IdentityChecker) {
        guard checker.hasBearers else { return nil }
        self.pool = pool
        self.clock = clock
        self.checker = checker
        checker.onKeyGone = { [weak self] in self?.forgetAll() }
    }

    /// The result for a recently seen token; nil also for a token of another issuer.
    func known(_ token: ArraySlice<UInt8>) -> UserID? {
        guard let entry = table[table.key(of: token)], clock.now.secondsSince1970 < entry.goodUntilSeconds
        else { return nil }
        return entry.value.uid
    }

    /// - Throws: `.unauthenticated`, also for a deleted user; `.userNotCreated`; `.unavailable`.
    func user(_ token: ArraySlice<UInt8>) async throws(AuthenticationError) -> UserID {
        let bearer = try await bearer(token)
        let changes = self.changes
        guard let uid = try await user(bearer.id) else { throw .userNotCreated }
        if changes == self.changes {
            let known = Known(uid: uid, subject: bearer.id.hashValue)
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

    private func user(_ id: ExternalID) async throws(AuthenticationError) -> UserID? {
        let uid: UserID
        let hasLeft: Bool
        do throws(PostgresError) {
            let rows = try await pool.run(FindExternalIDs([id]))
            guard let row = rows.first else { return nil }
            uid = row.uid
            hasLeft = try await pool.run(FindErasures(of: [uid])).contains { $0.erasedAt != nil }
        } catch {
            throw .unavailable
        }
        if hasLeft { throw .unauthenticated }
        return uid
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
