package import Links
package import Postgres
package import Values

/// Switches a link off, or on again; returns it as it is then, and nothing where it was so before or isn't
/// there.
package struct SwitchLink: Statement {
    package static let sql = """
        UPDATE links AS l SET switched_off_at = $2
        WHERE l.code = $1 AND (l.switched_off_at IS NULL) <> ($2::timestamptz IS NULL) RETURNING \(LinkRow.columns)
        """
    let code: LinkCode
    let offAt: Timestamp?

    /// - Parameter offAt: nil to switch it on.
    package init(_ code: LinkCode, offAt: Timestamp?) {
        self.code = code
        self.offAt = offAt
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(code.description)
        parameters.add(offAt)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Link {
        try row.readLink()
    }
}

/// A link as it is, which nobody changes until the transaction ends.
package struct LockLink: Statement {
    package static let sql = "SELECT \(LinkRow.columns) FROM links AS l WHERE l.code = $1 FOR UPDATE"
    let code: LinkCode

    package init(_ code: LinkCode) {
        self.code = code
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(code.description)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Link {
        try row.readLink()
    }
}

/// Has a link say something else; how often it is good for, and until when, stays.
package struct RewriteLink: Statement {
    package static let sql = """
        UPDATE links AS l SET long_link = $2, data = $3, directives = $4, channel = $5, feature = $6, campaign = $7, \
        tags = $8, legacy = nullif($9::text[], '{}')
        WHERE l.code = $1 RETURNING \(LinkRow.columns)
        """
    let code: LinkCode
    let spec: LinkSpec

    package init(_ code: LinkCode, as spec: LinkSpec) {
        self.code = code
        self.spec = spec
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(code.description)
        parameters.add(LongLink.print(spec))
        parameters.add(spec.data.json)
        parameters.add(spec.data.directives.pairTexts)
        parameters.add(spec.channel)
        parameters.add(spec.feature)
        parameters.add(spec.campaign)
        parameters.add(spec.tags)
        parameters.add(spec.legacy.pairTexts)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Link {
        try row.readLink()
    }
}
