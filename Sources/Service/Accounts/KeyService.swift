package import FoundationEssentials
package import Postgres
package import Store
package import Values

/// API keys, made and revoked by the owner of the database, and the signing keys, which it rotates.
package struct KeyService {
    package struct Summary: Sendable {
        package let id: UUID
        package let name: String
        package let scope: String
        package let createdAt: Timestamp
        package let revokedAt: Timestamp?
        package let expiresAt: Timestamp?
        package let lastUsedAt: Timestamp?
    }

    /// What came of a rotation.
    package struct Rotation: Sendable {
        package let keyID: String
        /// Of the key that signed until now, and of any before it that nobody had retire.
        package let formerKeyIDs: [String]
        /// When the former leave the key set.
        package let retiresAt: Timestamp
    }

    private let pool: PostgresPool
    private let ledgerKeys: LedgerKeys?

    /// - Parameters:
    ///   - pool: of connections as the owner.
    ///   - ledgerKeys: without them no key can be made where the ledger is sealed.
    package init(pool: PostgresPool, ledgerKeys: LedgerKeys? = nil) {
        self.pool = pool
        self.ledgerKeys = ledgerKeys
    }

    /// Why no key can be made with these ledger keys.
    package func refusal() async throws(DatabaseError) -> LedgerKeyRefusal? {
        try await DatabaseError.telling { () throws(PostgresError) in
            try await LedgerKeyCheck(keys: ledgerKeys, takesNew: false).run(through: pool)
        }
    }

    /// Makes a key and returns its text, which is shown this once and never kept.
    ///
    /// - Parameter lifetimeSeconds: after which it is good for nothing, by the database's clock; nil for one
    ///   that is good until it is revoked.
    package func create(
        _ scope: APIKey.Scope, name: String, lifetimeSeconds: Int64? = nil, actor: String
    ) async throws(DatabaseError) -> String {
        let now = try await now()
        let secrets = try await DatabaseError.telling { () throws(PostgresError) in
            try await Secrets.load(through: pool)
        }
        let key = APIKey(
            id: UUIDv7Generator().next(atMicroseconds: now.microsecondsSince1970),
            key: secrets.root.subkey(for: .apiKeys))
        var record = APIKeyRecord(
            id: key.id, name: name, scope: scope.rawValue, secretHash: key.hash.bytes, hasTag: true,
            createdAt: now, expiresAt: lifetimeSeconds.map { now.adding(seconds: $0) })
        record.mac = ledgerKeys.map { CauseMAC(of: .apiKey(record), by: $0.current).bytes }
        let detail = "\(scope.rawValue) key \(key.id.lowercaseText) named \(name)"
        let audit = audit("keys.create", by: actor, detail, at: now)
        _ = try await DatabaseError.telling { () throws(PostgresError) in
            try await pool.run(InsertAPIKey(record), InsertAuditEntries([audit]))
        }
        return key.text
    }

    /// What time it is for all servers.
    private func now() async throws(DatabaseError) -> Timestamp {
        let reading = try await DatabaseError.telling { () throws(PostgresError) in
            try await pool.readClock()
        }
        return Timestamp(microsecondsSince1970: reading.time.microsecondsSince1970)
    }

    /// Keys that have expired, that nobody has used for so many days, or that have no tag.
    package func stale(unusedForDays days: Int32) async throws(DatabaseError) -> [StaleAPIKey] {
        try await DatabaseError.telling { () throws(PostgresError) in
            try await pool.run(ListStaleAPIKeys(unusedForDays: days)).compactMap { $0 }
        }
    }

    package func list() async throws(DatabaseError) -> [Summary] {
        let keys = try await DatabaseError.telling { () throws(PostgresError) in
            try await pool.run(ListAPIKeys())
        }
        return keys.map {
            Summary(
                id: $0.id, name: $0.name, scope: $0.scope, createdAt: $0.createdAt, revokedAt: $0.revokedAt,
                expiresAt: $0.expiresAt, lastUsedAt: $0.lastUsedAt)
        }
    }

    /// Revokes a key in every process within a second; false when there is none to revoke.
    package func revoke(_ id: UUID, actor: String) async throws(DatabaseError) -> Bool {
        let now = try await now()
        let audit = audit("keys.revoke", by: actor, "key \(id.lowercaseText)", at: now)
        return try await DatabaseError.telling { () throws(PostgresError) in
            try await pool.transaction { transaction throws(PostgresError) in
                let revoked = try await transaction.send(RevokeAPIKey(id, at: now))
                guard !revoked.isEmpty else { return false }
                try await transaction.commit(InsertAuditEntries([audit]))
                return true
            }
        }
    }

    /// Makes another signing key, which every process signs with within a second; nil where there is none yet
    /// to follow. The one before is accepted until its last token has expired.
    package func rotateSigningKey(actor: String) async throws(DatabaseError) -> Rotation? {
        try await DatabaseError.telling { () throws(PostgresError) in
            try await rotate(to: SigningKey(), actor: actor)
        }
    }

    private func rotate(to key: SigningKey, actor: String) async throws(PostgresError) -> Rotation? {
        try await pool.transaction { transaction throws(PostgresError) in
            let (_, retired) = try await transaction.send(
                LockSigningKeys(), RetireSigningKeys(afterSeconds: TokenKeys.retirementSeconds))
            guard let retiresAt = retired.first?.retiresAt else { return nil }
            let now = retiresAt.adding(seconds: -TokenKeys.retirementSeconds)
            let former = retired.compactMap { SigningKey(seed: $0.seed)?.keyID }
            let detail = "signing key \(key.keyID) after \(former.joined(separator: ", "))"
            try await transaction.commit(
                InsertSigningKey(seed: key.seed), DeleteRetiredSigningKeys(),
                InsertAuditEntries([audit("keys.rotate-signing", by: actor, detail, at: now)]))
            return Rotation(keyID: key.keyID, formerKeyIDs: former, retiresAt: retiresAt)
        }
    }

    private func audit(_ action: String, by actor: String, _ detail: String, at now: Timestamp) -> AuditEntry
    {
        AuditEntry(
            id: UUIDv7Generator().next(atMicroseconds: now.microsecondsSince1970), actor: actor,
            action: action,
            uid: nil, detail: detail, createdAt: now)
    }
}
