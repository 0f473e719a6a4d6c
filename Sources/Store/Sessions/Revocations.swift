package import FoundationEssentials
package import Postgres
package import Values

/// A session whose access tokens must not be honoured although they have not expired.
package struct Revocation: Equatable, Sendable {
    package let sid: UUID
    package let expiresAt: Timestamp

    package init(sid: UUID, expiresAt: Timestamp) {
        self.sid = sid
        self.expiresAt = expiresAt
    }
}

/// Revokes sessions in every process, as soon as the transaction commits.
package struct InsertRevocations: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        WITH revoked AS (
            INSERT INTO revocations (sid, expires_at) SELECT * FROM unnest($1::uuid[], $2::timestamptz[])
            ON CONFLICT ON CONSTRAINT revocations_pkey DO NOTHING RETURNING sid)
        SELECT pg_notify('\(Channels.revocations)', sid::text)::text FROM revoked
        """
    package let parameters: Parameters

    package init(_ revocations: [Revocation]) {
        let revocations = revocations.sorted { $0.sid < $1.sid }
        parameters = Parameters(revocations.map(\.sid), revocations.map(\.expiresAt))
    }
}

/// The revocations that still matter.
package struct ListRevocations: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT sid, expires_at FROM revocations WHERE expires_at > $1"
    package let parameters: Parameters
    package init(at now: Timestamp) { parameters = Parameters(now) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Revocation {
        Revocation(sid: try row.read(), expiresAt: try row.readTimestamp())
    }
}
