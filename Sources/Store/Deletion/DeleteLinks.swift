package import Links
package import Postgres
package import Values

/// Deletes some of the links that a user made, and returns their codes; none when none is left.
package struct DeleteLinksOf: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        DELETE FROM links WHERE code IN (SELECT code FROM links WHERE uid = $1 LIMIT $2) RETURNING code
        """
    package let parameters: Parameters
    package init(_ uid: UserID, limit: Int) { parameters = Parameters(uid, Int64(limit)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> LinkCode {
        try row.readValue(LinkCode.init)
    }
}

/// Deletes what was counted of links: an alias may be a name.
package struct DeleteLinkCounts: Statement {
    package static let route = Route.oneShard
    package static let sql = "DELETE FROM link_stats WHERE code = ANY ($1::text[])"
    package let parameters: Parameters
    package init(of codes: [LinkCode]) { parameters = Parameters(codes.map(\.description)) }
}

/// `NotifyLinkChanged` for many.
package struct NotifyLinksChanged: Statement {
    package static let route = Route.coordinator
    package static let sql =
        "SELECT pg_notify('\(Channels.links)', code)::text FROM unnest($1::text[]) AS code"
    package let parameters: Parameters
    package init(_ codes: [LinkCode]) { parameters = Parameters(codes.map(\.description)) }
}
