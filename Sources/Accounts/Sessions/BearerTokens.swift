package import Batching
internal import Crypto
package import Postgres
internal import Referrals
internal import Store
internal import Values

/// Whose the tokens of bearer issuers are: the users who are known outside by the tokens' subjects.
///
/// What was found is remembered as it is of our own tokens, until the token's end, or a key's, or until
/// somebody else is known by the subject.
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

    /// Whose a token is that was looked at lately; nil also for one that is none of theirs.
    func known(_ token: ArraySlice<UInt8>) -> UserID? {
        guard let entry = table[table.key(of: token)], clock.now.secondsSince1970 < entry.goodUntilSeconds
        else { return nil }
        return entry.value.uid
    }

    /// - Throws: `.unauthenticated`, also of a user who has left; `.userNotCreated`; `.unavailable`.
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

    /// Whom a token is of, whether there is such a user or not.
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

    /// Somebody else may be known by it from now on, or nobody.
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
