package import FoundationEssentials
internal import Links
package import Postgres
package import Values

/// Claims a click, which also counts as its install; returns its id unless it was claimed before.
package struct TakeClick: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE clicks SET claimed_at = $2, events = events | $3, claim_key = $4
        WHERE id = $1 AND claimed_at IS NULL RETURNING id
        """
    package let parameters: Parameters

    /// - Parameter key: the hash of the claim's Idempotency-Key.
    package init(_ id: UUID, at now: Timestamp, under key: [UInt8]? = nil) {
        parameters = Parameters(id, now, LinkEvent.install.onceBit, key)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UUID {
        try row.read()
    }
}

/// Notes that an event of a click is counted; returns the click's id unless that was done before. No bit is
/// never done before.
package struct MarkClick: Statement {
    package static let route = Route.oneShard
    package static let sql =
        "UPDATE clicks SET events = events | $2 WHERE id = $1 AND events & $2 = 0 RETURNING id"
    package let parameters: Parameters
    package init(_ id: UUID, _ bit: Int32) { parameters = Parameters(id, bit) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UUID {
        try row.read()
    }
}
