package import Postgres
package import Referrals

/// The links of these codes; codes without one are left out.
package struct FindLinks: Statement {
    package static let sql = "SELECT \(LinkRow.columns) FROM links AS l WHERE l.code = ANY ($1::text[])"
    let codes: [LinkCode]

    package init(_ codes: [LinkCode]) {
        self.codes = codes
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(codes.map(\.description))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Link {
        try row.readLink()
    }
}

/// Uses a one-time link up; returns its code unless that was done before.
package struct TakeOneTimeLink: Statement {
    package static let sql = """
        UPDATE links SET claimed_at = $2 WHERE code = $1 AND one_time AND claimed_at IS NULL RETURNING code
        """
    let code: LinkCode
    let now: Timestamp

    package init(_ code: LinkCode, at now: Timestamp) {
        self.code = code
        self.now = now
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(code.description)
        parameters.add(now)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> LinkCode {
        try row.readValue(LinkCode.init)
    }
}
