package import Links
package import Postgres
package import Values

/// The links of these codes; codes without one are left out.
package struct FindLinks: Statement {
    package static let route = Route.oneShard
    package static let sql = "SELECT \(LinkRow.columns) FROM links AS l WHERE l.code = ANY ($1::text[])"
    package let parameters: Parameters
    package init(_ codes: [LinkCode]) { parameters = Parameters(codes.map(\.description)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Link {
        try row.readLink()
    }
}

/// Uses a one-time link up; returns its code unless that was done before.
package struct TakeOneTimeLink: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE links SET claimed_at = $2, claim_key = $3
        WHERE code = $1 AND one_time AND claimed_at IS NULL RETURNING code
        """
    package let parameters: Parameters

    /// - Parameter key: the hash of the claim's Idempotency-Key.
    package init(_ code: LinkCode, at now: Timestamp, under key: [UInt8]? = nil) {
        parameters = Parameters(code.description, now, key)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> LinkCode {
        try row.readValue(LinkCode.init)
    }
}

/// Has every process forget what it knows of a link that this transaction changes, as soon as it commits.
///
/// A statement of its own: a distributed one would run on a worker, which has no listeners.
package struct NotifyLinkChanged: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT pg_notify('\(Channels.links)', $1)::text"
    package let parameters: Parameters
    package init(_ code: LinkCode) { parameters = Parameters(code.description) }
}

/// The code, where its one-time link was used up under an Idempotency-Key after `since`.
package struct FindClaimedLink: Statement {
    package static let route = Route.oneShard
    package static let sql = "SELECT code FROM links WHERE code = $1 AND claim_key = $2 AND claimed_at > $3"
    package let parameters: Parameters

    /// - Parameter key: the key's hash; nil finds none.
    package init(_ code: LinkCode, under key: [UInt8]?, since: Timestamp) {
        parameters = Parameters(code.description, key, since)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> LinkCode {
        try row.readValue(LinkCode.init)
    }
}
