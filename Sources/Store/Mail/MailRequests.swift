package import FoundationEssentials
package import Postgres
internal import Referrals
package import Values

/// Writes requests by e-mail only into the outbox, due at once. All have one uid without a user, and so one
/// shard.
package struct InsertMailRequests: Statement {
    package static let route = Route.eachRow
    package static let sql = """
        INSERT INTO mails (uid, id, kind, recipient, language, created_at, expires_at, due_at)
        SELECT $1, new.id, new.kind, new.recipient, new.language, new.created_at, new.expires_at,
            new.created_at
        FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[])
            AS new (id, kind, recipient, language, created_at, expires_at)
        ON CONFLICT ON CONSTRAINT mails_pkey DO NOTHING
        """
    package let parameters: Parameters

    /// - Parameter uid: of each of them.
    package init(_ asked: [MailRecord], under uid: UserID) {
        parameters = Parameters(
            uid, asked.map(\.id), asked.map(\.content.rawValue), asked.map(\.recipient.description),
            asked.map(\.language), asked.map(\.createdAt), asked.map(\.expiresAt))
    }
}

/// Takes requests out of the outbox: the caller answers the returned ones, other processes the rest.
package struct TakeMailRequests: Statement {
    private static let taking = """
        DELETE FROM mails AS m USING unnest($1::uuid[], $2::uuid[]) AS asked (uid, id)
        WHERE m.uid = asked.uid AND m.id = asked.id
        """
    package static let route = Route.oneShard
    package static let sql = "\(taking) RETURNING m.id"
    package static let citusSQL = "\(taking) AND m.uid = ANY ($1::uuid[]) RETURNING m.id"
    package let parameters: Parameters
    package init(_ asked: [MailRecord]) { parameters = Parameters(asked.map(\.uid), asked.map(\.id)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UUID {
        try row.read()
    }
}
