package import Links
package import Postgres
package import Values

/// Switches a link off, or on again; returns it as it is then, and nothing where it was so before or isn't
/// there.
package struct SwitchLink: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE links AS l SET switched_off_at = $2
        WHERE l.code = $1 AND (l.switched_off_at IS NULL) <> ($2::timestamptz IS NULL) RETURNING \(LinkRow.columns)
        """
    package let parameters: Parameters

    /// - Parameter offAt: nil to switch it on.
    package init(_ code: LinkCode, offAt: Timestamp?) { parameters = Parameters(code.description, offAt) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Link {
        try row.readLink()
    }
}

/// A link, locked against changes until the transaction ends.
package struct LockLink: Statement {
    package static let route = Route.oneShard
    package static let sql = "SELECT \(LinkRow.columns) FROM links AS l WHERE l.code = $1 FOR UPDATE"
    package let parameters: Parameters
    package init(_ code: LinkCode) { parameters = Parameters(code.description) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Link {
        try row.readLink()
    }
}

/// Has a link say something else; how often it is good for, and until when, stays.
package struct RewriteLink: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE links AS l SET long_link = $2, data = $3, directives = $4, channel = $5, feature = $6, campaign = $7, \
        tags = $8, legacy = nullif($9::text[], '{}')
        WHERE l.code = $1 RETURNING \(LinkRow.columns)
        """
    package let parameters: Parameters

    package init(_ code: LinkCode, as spec: LinkSpec) {
        parameters = Parameters(
            code.description, LongLink.print(spec), spec.data.json, spec.data.directives.pairTexts,
            spec.channel, spec.feature, spec.campaign, spec.tags, spec.legacy.pairTexts)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Link {
        try row.readLink()
    }
}
