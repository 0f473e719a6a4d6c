package import Postgres
package import Values

/// The users of these identities, by their keys; unknown ones are omitted.
package struct FindIdentities: Statement {
    package typealias Row = (key: String, uid: UserID)

    package static let route = Route.oneShard
    package static let sql = "SELECT identity, uid FROM identities WHERE identity = ANY ($1::text[])"
    package let parameters: Parameters
    package init(_ keys: [String]) { parameters = Parameters(keys) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (key: try row.read(), uid: try row.readUserID())
    }
}

/// Claims identities, and returns the keys of those that were free. A claim in progress elsewhere is waited
/// for.
package struct InsertIdentities: Statement {
    package static let route = Route.eachRow
    package static let sql = """
        INSERT INTO identities (identity, uid) SELECT * FROM unnest($1::text[], $2::uuid[])
        ON CONFLICT ON CONSTRAINT identities_pkey DO NOTHING RETURNING identity
        """
    package let parameters: Parameters

    package init(_ identities: [IdentityRecord]) {
        let identities = identities.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        parameters = Parameters(identities.map(\.key), identities.map(\.uid))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> String {
        try row.read()
    }
}

/// Frees an identity.
package struct DeleteIdentity: Statement {
    package static let route = Route.oneShard
    package static let sql = "DELETE FROM identities WHERE identity = $1 AND uid = $2"
    package let parameters: Parameters
    package init(_ identity: IdentityRecord) { parameters = Parameters(identity.key, identity.uid) }
}
