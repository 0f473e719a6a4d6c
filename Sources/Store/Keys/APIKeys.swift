package import FoundationEssentials
package import Postgres
package import Values

/// A key of an app's own server or of an administrator; only the hash of its secret is known.
package struct APIKeyRecord: Equatable, Sendable {
    package let id: UUID
    package let name: String
    /// `admin`, `server`, `read`, `links` or `branch`.
    package let scope: String
    /// BLAKE2b, 32 bytes.
    package let secretHash: [UInt8]
    /// Whether its secret ends in a tag; false for keys made before version 0.9.
    package let hasTag: Bool
    package let createdAt: Timestamp
    package let revokedAt: Timestamp?
    /// Nil for one that is good until it is revoked.
    package let expiresAt: Timestamp?
    /// To the minute.
    package let lastUsedAt: Timestamp?
    /// By the ledger's key; nil for a key from before MACs.
    package var mac: [UInt8]?

    package init(
        id: UUID, name: String, scope: String, secretHash: [UInt8], hasTag: Bool = true,
        createdAt: Timestamp, revokedAt: Timestamp? = nil, expiresAt: Timestamp? = nil,
        lastUsedAt: Timestamp? = nil, mac: [UInt8]? = nil
    ) {
        self.id = id
        self.name = name
        self.scope = scope
        self.secretHash = secretHash
        self.hasTag = hasTag
        self.createdAt = createdAt
        self.revokedAt = revokedAt
        self.expiresAt = expiresAt
        self.lastUsedAt = lastUsedAt
        self.mac = mac
    }
}

/// All keys, oldest first.
package struct ListAPIKeys: Statement {
    static let columns =
        "id, name, scope, secret_hash, has_tag, created_at, revoked_at, expires_at, last_used_at, mac"
    package static let route = Route.coordinator
    package static let sql = "SELECT \(columns) FROM api_keys ORDER BY created_at, id"

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> APIKeyRecord {
        APIKeyRecord(
            id: try row.read(), name: try row.read(), scope: try row.read(), secretHash: try row.read(),
            hasTag: try row.read(), createdAt: try row.readTimestamp(),
            revokedAt: try row.readOptionalTimestamp(),
            expiresAt: try row.readOptionalTimestamp(), lastUsedAt: try row.readOptionalTimestamp(),
            mac: try row.read())
    }
}

/// The valid keys, newest first: each process caches them from its start.
package struct ListActiveAPIKeys: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT \(ListAPIKeys.columns) FROM api_keys WHERE revoked_at IS NULL ORDER BY created_at DESC LIMIT $1
        """
    package let parameters: Parameters
    package init(limit: Int) { parameters = Parameters(Int64(limit)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> APIKeyRecord {
        try ListAPIKeys.decode(&row)
    }
}

/// One key, if it is there.
package struct FindAPIKey: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT \(ListAPIKeys.columns) FROM api_keys WHERE id = $1"
    package let parameters: Parameters
    package init(_ id: UUID) { parameters = Parameters(id) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> APIKeyRecord {
        try ListAPIKeys.decode(&row)
    }
}

package struct InsertAPIKey: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO api_keys (id, name, scope, secret_hash, has_tag, created_at, expires_at, mac)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        """
    package let parameters: Parameters

    package init(_ key: APIKeyRecord) {
        parameters = Parameters(
            key.id, key.name, key.scope, key.secretHash, key.hasTag, key.createdAt, key.expiresAt, key.mac)
    }
}

/// Revokes an active key in every process at once, and returns its id. Its MAC is deleted, so that the key
/// can't be reactivated manually.
package struct RevokeAPIKey: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        WITH revoked AS (
            UPDATE api_keys SET revoked_at = $2, mac = NULL WHERE id = $1 AND revoked_at IS NULL RETURNING id)
        SELECT id, pg_notify('\(Channels.apiKeys)', id::text)::text FROM revoked
        """
    package let parameters: Parameters
    package init(_ id: UUID, at now: Timestamp) { parameters = Parameters(id, now) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UUID {
        try row.read()
    }
}
