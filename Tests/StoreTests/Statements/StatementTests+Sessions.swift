import Postgres
import Referrals
import Store
import Testing
import Values

extension StatementTests {
    func checkSessions(_ pool: PostgresPool) async throws {
        try await checkCredentials(pool)
        var sessions = (1...4).map { number in
            SessionRecord(
                uid: Sample.uid(number < 3 ? 1 : number), sid: Sample.id(100 + number),
                tokenHash: [UInt8](repeating: UInt8(number), count: 32), createdAt: Sample.now,
                expiresAt: Sample.now.adding(seconds: Int64(number)), device: number == 1 ? "iPhone" : nil)
        }
        try await pool.run(InsertSessions(sessions))
        // Again changes nothing.
        try await pool.run(InsertSessions([sessions[0]]))
        #expect(try await pool.run(FindSession(uid: Sample.uid(1), sid: sessions[0].sid)) == [sessions[0]])
        let ofOne = try await pool.run(FindSessionsOfUsers([Sample.uid(1)]))
        #expect(ofOne.map(\.sid).sorted() == sessions[0...1].map(\.sid))
        #expect(ofOne.map(\.uid) == [Sample.uid(1), Sample.uid(1)])
        sessions[0] = try await rotated(sessions[0], pool)
        #expect(try await pool.run(FindSession(uid: Sample.uid(1), sid: sessions[0].sid)) == [sessions[0]])
        // The first was just refreshed.
        try await pool.run(DeleteSurplusSessions(of: Sample.uid(1), keptMax: 2))
        #expect(try await pool.run(FindSessionsOfUsers([Sample.uid(1)])).count == 2)
        try await pool.run(DeleteSurplusSessions(of: Sample.uid(1), keptMax: 1))
        #expect(try await pool.run(FindSessionsOfUsers([Sample.uid(1)])).map(\.sid) == [sessions[0].sid])
        try await pool.run(InsertSessions([sessions[1]]))
        try await pool.run(DeleteSession(uid: Sample.uid(1), sid: sessions[1].sid))
        try await pool.run(DeleteSessionsOfUsers([Sample.uid(3)]))
        try await pool.run(DeleteExpiredSessions(at: Sample.now.adding(seconds: 5)))
        let left = try await pool.run(FindSessionsOfUsers((1...4).map { Sample.uid($0) }))
        #expect(left.map(\.sid) == [sessions[0].sid])
        try await checkRevocations(pool)
        try await checkAddresses(pool)
    }

    private func checkAddresses(_ pool: PostgresPool) async throws {
        func seen(_ number: UInt8, _ days: Int64, by uid: UserID = Sample.uid(3)) -> KnownAddress {
            KnownAddress(
                uid: uid, hash: [UInt8](repeating: number, count: 16),
                seenAt: Sample.now.adding(seconds: days * 86_400))
        }
        for address in [seen(1, 0), seen(2, 1), seen(3, 2)] { try await pool.run(RememberAddress(address)) }
        #expect(try await pool.run(FindKnownAddress(seen(2, 0))) == [seen(2, 1).seenAt])
        #expect(try await pool.run(FindKnownAddress(seen(2, 0, by: Sample.uid(2)))) == [])
        // Once a day.
        try await pool.run(RememberAddress(seen(2, 2)))
        try await pool.run(RememberAddress(seen(3, 4)))
        #expect(try await pool.run(FindKnownAddress(seen(2, 0))) == [seen(2, 1).seenAt])
        #expect(try await pool.run(FindKnownAddress(seen(3, 0))) == [seen(3, 4).seenAt])
        try await pool.run(DeleteSurplusAddresses(of: Sample.uid(3), keptMax: 2))
        #expect(try await pool.run(FindKnownAddress(seen(1, 0))) == [])
        try await pool.run(DeleteExpiredAddresses(before: seen(0, 3).seenAt))
        #expect(try await pool.run(FindKnownAddress(seen(2, 0))) == [])
        #expect(try await pool.run(FindKnownAddress(seen(3, 0))).count == 1)
        // Nothing of who is anonymous.
        try await pool.run(RememberAddress(seen(4, 0, by: Sample.uid(2))))
        #expect(try await pool.run(FindKnownAddress(seen(4, 0, by: Sample.uid(2)))) == [])
    }

    private func rotated(_ session: SessionRecord, _ pool: PostgresPool) async throws -> SessionRecord {
        var next = session
        next.tokenHash = [UInt8](repeating: 255, count: 32)
        next.previousTokenHash = session.tokenHash
        next.rotatedAt = Sample.now.adding(seconds: 1)
        next.expiresAt = Sample.now.adding(seconds: 100)
        next.generation = 1
        next.attemptHash = [UInt8](repeating: 254, count: 32)
        let rotation = RotateSession(
            session, to: next.tokenHash, at: Sample.now.adding(seconds: 1), expiresAt: next.expiresAt,
            attemptHash: next.attemptHash)
        #expect(try await pool.run(rotation) == [session.sid])
        try await checkGenerations(of: next, pool)
        next.seenGeneration = 1
        // The token is no longer the one it was.
        #expect(try await pool.run(rotation) == [])
        return next
    }

    /// A generation is written once.
    private func checkGenerations(of session: SessionRecord, _ pool: PostgresPool) async throws {
        let seen = SeeGenerations([
            SessionGeneration(uid: session.uid, sid: session.sid, number: 1),
            SessionGeneration(uid: Sample.uid(2), sid: session.sid, number: 1),
        ])
        #expect(try await pool.run(seen).count == 1)
        #expect(try await pool.run(seen).count == 0)
    }

    private func checkCredentials(_ pool: PostgresPool) async throws {
        let credentials = ["b@example.com", "a@example.com"].enumerated().map { number, email in
            CredentialRecord(
                email: EmailAddress(email)!, uid: Sample.uid(number + 1),
                passwordHash: "$argon2id$v=19$m=1,t=2,p=1$x", createdAt: Sample.now)
        }
        #expect(try await pool.run(InsertCredentials([credentials[0]])) == [credentials[0].email])
        // Only what was free comes back.
        #expect(try await pool.run(InsertCredentials(credentials)) == [credentials[1].email])
        #expect(try await pool.run(FindCredential(credentials[0].email)) == [credentials[0]])
        #expect(try await pool.run(FindCommittedCredential(credentials[0].email)) == [credentials[0]])
        #expect(try await pool.run(FindCredential(credentials.map(\.email))).count == 2)
        let owners = try await pool.run(
            FindEmailOwners([credentials[1].email, EmailAddress("c@example.com")!]))
        #expect(owners.map(\.email) == [credentials[1].email] && owners.map(\.uid) == [credentials[1].uid])
        try await pool.run(UpdatePasswordHash(of: credentials[0], to: "new"))
        #expect(try await pool.run(FindCredential(credentials[0].email)).first?.passwordHash == "new")
        try await pool.run(UpdatePasswordHash(of: credentials[0], to: "stale"))
        #expect(try await pool.run(FindCredential(credentials[0].email)).first?.passwordHash == "new")
        #expect(try await pool.run(FindCredential(EmailAddress("nobody@example.com")!)) == [])
        let start = String(credentials[0].email.description.prefix(3))
        #expect(try await pool.run(FindEmailsFrom(start, limit: 1)) == [credentials[0].uid])
        #expect(try await pool.run(FindEmailsFrom("%", limit: 9)) == [])
    }

    private func checkRevocations(_ pool: PostgresPool) async throws {
        let revocations = (1...2).map {
            Revocation(sid: Sample.id($0), expiresAt: Sample.now.adding(seconds: Int64($0)))
        }
        try await pool.run(InsertRevocations(revocations))
        try await pool.run(InsertRevocations(revocations))
        let all = try await pool.run(ListRevocations(at: Sample.now))
        #expect(all.sorted { $0.sid < $1.sid } == revocations)
        #expect(try await pool.run(ListRevocations(at: Sample.now.adding(seconds: 1))) == [revocations[1]])
        try await pool.run(DeleteExpiredRevocations(at: Sample.now.adding(seconds: 2)))
        #expect(try await pool.run(ListRevocations(at: Sample.now)) == [revocations[1]])
    }

    func checkKeys(_ pool: PostgresPool) async throws {
        let seeds = (0...2).map { [UInt8](repeating: UInt8($0), count: 32) }
        try await pool.run(InsertSigningKey(seed: seeds[1]))
        // One in force is enough.
        try await pool.run(InsertSigningKey(seed: seeds[0]))
        let first = SigningKeyRecord(generation: 1, seed: seeds[1], isNew: true)
        #expect(try await pool.run(ListSigningKeys()) == [first])
        // What the version before derived from is the root.
        try await pool.run(InsertRootSecret(seeds[2]))
        try await pool.run(InsertRootSecret(seeds[0]))
        #expect(try await pool.run(FindRootSecret()) == [seeds[1]])
        try await rotate(afterSeconds: 900, to: seeds[2], pool)
        let second = SigningKeyRecord(generation: 2, seed: seeds[2], isNew: true)
        #expect(try await pool.run(ListSigningKeys()) == [second, first])
        try await rotate(afterSeconds: 0, to: seeds[0], pool)
        let third = SigningKeyRecord(generation: 3, seed: seeds[0], isNew: true)
        #expect(try await pool.run(ListSigningKeys()) == [third, first])
        try await checkWrapping(pool, [third, first])
        let key = APIKeyRecord(
            id: Sample.id(1), name: "the app's \"own\"", scope: "server",
            secretHash: [UInt8](repeating: 7, count: 32), createdAt: Sample.now)
        try await pool.run(InsertAPIKey(key))
        #expect(try await pool.run(FindAPIKey(key.id)) == [key])
        #expect(try await pool.run(ListAPIKeys()) == [key])
        #expect(try await pool.run(FindAPIKey(Sample.id(2))) == [])
        #expect(try await pool.run(RevokeAPIKey(key.id, at: Sample.now)) == [key.id])
        #expect(try await pool.run(RevokeAPIKey(key.id, at: Sample.now)) == [])
        #expect(try await pool.run(FindAPIKey(key.id)).first?.revokedAt == Sample.now)
        try await checkKeyUses(pool)
        try await checkLimitUses(pool)
    }

    private func checkWrapping(_ pool: PostgresPool, _ keys: [SigningKeyRecord]) async throws {
        let wrapped = (3...5).map { [UInt8](repeating: $0, count: 72) }
        try await pool.run(RewrapRootSecret(wrapped[0]))
        #expect(try await pool.run(FindRootSecret()) == [wrapped[0]])
        let seeds = zip(keys, wrapped.dropFirst()).map { (generation: $0.generation, seed: $1) }
        try await pool.run(RewrapSigningKeys(seeds))
        #expect(try await pool.run(ListSigningKeys()).map(\.seed) == seeds.map(\.seed))
        try await pool.run(RewriteSecretTables())
        #expect(try await pool.run(ListSigningKeys()).map(\.seed) == seeds.map(\.seed))
    }

    private func checkKeyUses(_ pool: PostgresPool) async throws {
        let (later, soon) = (Sample.now.adding(seconds: 3_600), Sample.now.adding(seconds: 3_601))
        let key = APIKeyRecord(
            id: Sample.id(3), name: "an hour's", scope: "read",
            secretHash: [UInt8](repeating: 8, count: 32), createdAt: Sample.now, expiresAt: later)
        try await pool.run(InsertAPIKey(key))
        try await pool.run(StampAPIKeys([key.id: later]))
        // Another process said so within the minute.
        try await pool.run(StampAPIKeys([key.id: soon, Sample.id(4): soon]))
        let found = try #require(try await pool.run(FindAPIKey(key.id)).first)
        #expect(found.expiresAt == later && found.lastUsedAt == later)
        let stale = StaleAPIKey(id: key.id, name: key.name, reason: .expired(at: later))
        #expect(try await pool.run(ListStaleAPIKeys(unusedForDays: 90)).compactMap { $0 } == [stale])
        let former = APIKeyRecord(
            id: Sample.id(5), name: "a former version's", scope: "read",
            secretHash: [UInt8](repeating: 9, count: 32), hasTag: false, createdAt: later)
        try await pool.run(InsertUntaggedKey(former))
        #expect(try await pool.run(ListActiveAPIKeys(limit: 9)) == [former, found])
        let keys = try await pool.run(ListStaleAPIKeys(unusedForDays: 100_000)).compactMap { $0 }
        #expect(keys.map(\.reason) == [.expired(at: later), .untagged])
    }

    private func checkLimitUses(_ pool: PostgresPool) async throws {
        let now = Sample.now
        func count(_ seconds: Int64, of key: Int64, at now: Timestamp) async throws -> Int64 {
            let use = KeyUse(
                key: key, microseconds: seconds * 1_000_000, microsecondsMax: 100_000_000)
            let fullAt = try await pool.run(CountUses([use], at: now))[0].fullAt
            return (fullAt.microsecondsSince1970 - now.microsecondsSince1970) / 1_000_000
        }
        #expect(try await count(10, of: 1, at: now) == 10)
        #expect(try await count(20, of: 1, at: now) == 30)
        #expect(try await count(20, of: 1, at: now.adding(seconds: 25)) == 25)
        #expect(try await count(-5, of: 1, at: now.adding(seconds: 25)) == 20)
        #expect(try await count(10, of: 1, at: now.adding(seconds: 100)) == 10, "what came back is back")
        #expect(try await count(500, of: 1, at: now.adding(seconds: 100)) == 100, "no more than can be")
        #expect(try await count(10, of: 1, at: now.adding(seconds: -86_400)) == 10, "a clock set back")
        #expect(try await count(10, of: -2, at: now) == 10)
        try await pool.run(DeleteSurplusUses(keysMax: 2))
        try await pool.run(DeleteSpentUses(at: now))
        #expect(try await pool.run(DeleteSurplusUses(keysMax: 0)).count == 1)
    }

    private func rotate(afterSeconds seconds: Int64, to seed: [UInt8], _ pool: PostgresPool) async throws {
        let retired = try await pool.transaction { transaction throws(PostgresError) in
            let (_, retired) = try await transaction.send(
                LockSigningKeys(), RetireSigningKeys(afterSeconds: seconds))
            try await transaction.commit(InsertSigningKey(seed: seed), DeleteRetiredSigningKeys())
            return retired.map(\.generation)
        }
        #expect(retired.count == 1)
    }
}

/// A key as a former version made it.
private struct InsertUntaggedKey: Statement {
    static let route = Route.coordinator
    static let sql = """
        INSERT INTO api_keys (id, name, scope, secret_hash, has_tag, created_at)
        VALUES ($1, $2, $3, $4, false, $5)
        """
    let parameters: Parameters

    init(_ key: APIKeyRecord) {
        parameters = Parameters(key.id, key.name, key.scope, key.secretHash, key.createdAt)
    }
}
