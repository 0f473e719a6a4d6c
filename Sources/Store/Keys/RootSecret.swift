package import Postgres

/// The installation's root secret, once there is one.
package struct FindRootSecret: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT secret FROM root_secret"

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> [UInt8] {
        try row.read()
    }
}

/// Keeps a root secret, unless there is one.
///
/// A signing key that is there already was made by the version before, which derived everything from it: then
/// it is the root. If keys were rotated or wrapped since and the root is gone, no other would do, and none is
/// made.
package struct InsertRootSecret: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO root_secret (secret)
        SELECT coalesce((SELECT seed FROM signing_keys ORDER BY generation DESC LIMIT 1), $1)
        WHERE NOT EXISTS (SELECT FROM signing_keys WHERE retires_at IS NOT NULL OR octet_length(seed) <> 32)
        ON CONFLICT ON CONSTRAINT root_secret_pkey DO NOTHING
        """
    package let parameters: Parameters

    /// - Parameter secret: 32 bytes, or 72 when it is wrapped.
    package init(_ secret: [UInt8]) { parameters = Parameters(secret) }
}

/// Rewrites the tables' files, which still have former forms of the secrets: the owner may, outside of a
/// transaction.
package struct RewriteSecretTables: Statement {
    package static let route = Route.refused
    package static let sql = "VACUUM (FULL) root_secret, signing_keys"

    package init() {}
}

/// Replaces the stored form of the root secret, which the owner may: wrapped by plain, or plain by wrapped.
package struct RewrapRootSecret: Statement {
    package static let route = Route.coordinator
    package static let sql = "UPDATE root_secret SET secret = $1"
    package let parameters: Parameters

    /// - Parameter secret: 72 bytes where there are 32, or the other way round.
    package init(_ secret: [UInt8]) { parameters = Parameters(secret) }
}
