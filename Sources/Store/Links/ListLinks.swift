package import Links
package import Postgres
package import Values

/// The search for links, and its columns.
package struct LinkFilter: Equatable, Bindable, Sendable {
    /// A part of its code, of where it leads, of its labels; empty for any link.
    package var text = ""
    /// The same as a long link has it.
    package var encodedText = ""
    /// Nil for either.
    package var isOff: Bool?
    package var before: LinkPosition?
    package let limit: Int

    package init(limit: Int) {
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(before?.createdAt)
        parameters.add(before?.code.description)
        parameters.add(Int64(limit))
        parameters.add(text)
        parameters.add(encodedText)
        parameters.add(isOff)
    }
}

/// A link that was looked at, and whether it is one of those that are looked for.
package struct ListedLink: Sendable {
    package let position: LinkPosition
    package let isMatch: Bool
}

/// Of all links, in the order of one of their indexes, newest first. Criteria without an index are returned
/// as columns, so that a page costs the same for any search.
private enum LinkListing {
    /// - Parameter condition: what the index has.
    static func sql(where condition: String) -> String {
        """
        SELECT l.code, l.created_at, (($4::text = '' OR position(lower($4) IN lower(concat_ws(' ', l.code, l.channel, \
        l.feature, l.campaign, array_to_string(l.tags, ' '), array_to_string(l.legacy, ' ')))) > 0 \
        OR position(lower($5::text) IN lower(l.long_link)) > 0) \
        AND ($6::bool IS NULL OR $6 = (l.switched_off_at IS NOT NULL)))
        FROM links AS l
        WHERE \(condition) AND (l.created_at, l.code) < (coalesce($1::timestamptz, \(PageEnds.time)), coalesce($2, ''))
        ORDER BY l.created_at DESC, l.code DESC LIMIT $3
        """
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ListedLink {
        let code = try row.readValue(LinkCode.init)
        let position = LinkPosition(createdAt: try row.readTimestamp(), code: code)
        return ListedLink(position: position, isMatch: try row.read())
    }
}

package struct ListLinks: Statement {
    package static let route = Route.administration
    package static let sql = LinkListing.sql(where: "true")
    package let parameters: Parameters
    package init(_ filter: LinkFilter) { parameters = Parameters(filter) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ListedLink {
        try LinkListing.decode(&row)
    }
}

package struct ListLinksOfCreator: Statement {
    package static let route = Route.administration
    package static let sql = LinkListing.sql(where: "l.uid = $7::uuid")
    package let parameters: Parameters
    package init(_ filter: LinkFilter, creator: UserID) { parameters = Parameters(filter, creator.uuid) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ListedLink {
        try LinkListing.decode(&row)
    }
}

package struct ListLinksOff: Statement {
    package static let route = Route.administration
    package static let sql = LinkListing.sql(where: "l.switched_off_at IS NOT NULL")
    package let parameters: Parameters
    package init(_ filter: LinkFilter) { parameters = Parameters(filter) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ListedLink {
        try LinkListing.decode(&row)
    }
}
