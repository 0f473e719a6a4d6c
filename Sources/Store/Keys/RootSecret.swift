package import Postgres

/// The installation's root secret, once there is one.
package struct FindRootSecret: Statement {
    package static let sql = "SELECT secret FROM root_secret"

    package init() {}

    package func bind(to parameters: inout Parameters) {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> [UInt8] {
        try row.read()
    }
}

/// Keeps a root secret, unless there is one.
///
/// A signing key that is there already was made by the version before, which derived everything from it: then
/// it is the root. Where keys were rotated since and the root is gone, no other would do, and none is made.
package struct InsertRootSecret: Statement {
    package static let sql = """
        INSERT INTO root_secret (secret)
        SELECT coalesce((SELECT seed FROM signing_keys ORDER BY generation DESC LIMIT 1), $1)
        WHERE NOT EXISTS (SELECT FROM signing_keys WHERE retires_at IS NOT NULL)
        ON CONFLICT ON CONSTRAINT root_secret_pkey DO NOTHING
        """
    let secret: [UInt8]

    /// - Parameter secret: 32 bytes.
    package init(_ secret: [UInt8]) {
        self.secret = secret
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(secret)
    }
}
