package import Batching
package import Crypto
package import FoundationEssentials
package import Ledger
package import Postgres
internal import Referrals
package import Store
package import Values

/// API keys, made and revoked by the owner of the database.
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

    private let pool: PostgresPool
    private let ledgerKeys: LedgerKeys?
    private let rootKey: RootKey?

    /// - Parameters:
    ///   - pool: of connections as the owner.
    ///   - ledgerKeys: without them no key can be made where the ledger is sealed.
    ///   - rootKey: without it no key can be made where the root secret is wrapped.
    package init(pool: PostgresPool, ledgerKeys: LedgerKeys? = nil, rootKey: RootKey? = nil) {
        self.pool = pool
        self.ledgerKeys = ledgerKeys
        self.rootKey = rootKey
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
    ) async throws(DatabaseError) -> Result<String, RootKeyRefusal> {
        let now = try await now()
        let loaded = try await DatabaseError.telling { () throws(PostgresError) in
            try await Secrets.load(through: pool, with: rootKey)
        }
        let secrets: Secrets
        switch loaded {
        case .success(let found): secrets = found
        case .failure(let refusal): return .failure(refusal)
        }
        let key = APIKey(
            id: UUIDv7Generator().next(atMicroseconds: now.microsecondsSince1970),
            key: secrets.root.subkey(for: .apiKeys))
        var record = APIKeyRecord(
            id: key.id, name: name, scope: scope.rawValue, secretHash: key.hash.bytes, hasTag: true,
            createdAt: now, expiresAt: lifetimeSeconds.map { now.adding(seconds: $0) })
        record.mac = ledgerKeys.map { CauseMAC(of: .apiKey(record), by: $0.current).bytes }
        let detail = "\(scope.rawValue) key \(key.id.lowercaseText) named \(name)"
        let audit = AuditEntry(ofCommand: "keys.create", by: actor, detail, at: now)
        _ = try await DatabaseError.telling { () throws(PostgresError) in
            try await pool.runAll(
                [InsertAPIKey(record), InsertAuditEntries([audit], by: ledgerKeys?.current)]
                    + changes(at: now) { $0.add(Change(.keyCreated, of: nil, at: now, .key(id: key.id))) })
        }
        return .success(key.text)
    }

    /// The time, shared by all servers.
    private func now() async throws(DatabaseError) -> Timestamp {
        let reading = try await DatabaseError.telling { () throws(PostgresError) in
            try await pool.readClock()
        }
        return Timestamp(microsecondsSince1970: reading.time.microsecondsSince1970)
    }

    /// Keys that have expired, were unused for so many days, or have no tag.
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

    /// Revokes a key in every process within a second; false if no valid key has the id.
    package func revoke(_ id: UUID, actor: String) async throws(DatabaseError) -> Bool {
        let now = try await now()
        let audit = AuditEntry(ofCommand: "keys.revoke", by: actor, "key \(id.lowercaseText)", at: now)
        return try await DatabaseError.telling { () throws(PostgresError) in
            try await pool.transaction { transaction throws(PostgresError) in
                let revoked = try await transaction.send(RevokeAPIKey(id, at: now))
                guard !revoked.isEmpty else { return false }
                try await transaction.commit(
                    [InsertAuditEntries([audit], by: ledgerKeys?.current)]
                        + changes(at: now) { $0.add(Change(.keyRevoked, of: nil, at: now, .key(id: id))) })
                return true
            }
        }
    }

    private func changes(at now: Timestamp, _ list: (inout ChangeList) -> Void) -> [any Statement] {
        ChangeRecorder(ofCommandAt: now, ids: UUIDv7Generator()).statements(list)
    }
}
