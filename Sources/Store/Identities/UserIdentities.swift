package import Postgres
package import Values

/// All identities of other providers that a user can sign in with.
package struct FindUserIdentities: OfUser {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT uid, provider, subject, email, created_at FROM user_identities WHERE uid = $1 ORDER BY provider
        """
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> IdentityRecord {
        IdentityRecord(
            uid: try row.readUserID(), provider: try row.read(), subject: try row.read(),
            email: try row.read(), createdAt: try row.readTimestamp())
    }
}

/// Keeps identities with their users, who are locked or new.
package struct InsertUserIdentities: Statement {
    package static let route = Route.eachRow
    package static let sql = """
        INSERT INTO user_identities (uid, provider, subject, email, created_at)
        SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])
        ON CONFLICT ON CONSTRAINT user_identities_pkey DO NOTHING
        """
    package let parameters: Parameters

    package init(_ identities: [IdentityRecord]) {
        let identities = identities.sorted { $0.uid < $1.uid }
        parameters = Parameters(
            identities.map(\.uid), identities.map(\.provider), identities.map(\.subject),
            identities.map(\.email), identities.map(\.createdAt))
    }
}

/// Takes an identity off its user.
package struct DeleteUserIdentity: Statement {
    package static let route = Route.oneShard
    package static let sql = "DELETE FROM user_identities WHERE uid = $1 AND provider = $2"
    package let parameters: Parameters
    package init(_ identity: IdentityRecord) { parameters = Parameters(identity.uid, identity.provider) }
}
