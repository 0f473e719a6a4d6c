internal import Forms
internal import JSON
package import Postgres
package import Referrals
package import Values

/// The trust settings of a programme; by default of the newest.
package struct FindTrust: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT t.version, t.terms::text FROM trust_versions AS t
        WHERE t.version = coalesce(
            (SELECT p.trust FROM programmes AS p
                WHERE p.version = coalesce($1, (SELECT max(version) FROM programmes))),
            (SELECT max(version) FROM trust_versions))
        """
    package let parameters: Parameters
    package init(of programme: Int64? = nil) { parameters = Parameters(programme) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> StoredTrust {
        StoredTrust(version: try row.read(), terms: try row.readValue(TrustForm.request.value))
    }
}

/// Keeps a new version of whose word counts; a programme goes by the newest.
package struct InsertTrust: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO trust_versions (version, terms, changed_at, changed_by) VALUES ($1, $2::text::jsonb, $3, $4)
        """
    package let parameters: Parameters

    package init(_ trust: StoredTrust, at now: Timestamp, by actor: String) {
        parameters = Parameters(trust.version, TrustForm.reply.text(of: trust.terms), now, actor)
    }
}
