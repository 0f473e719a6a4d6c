package import Links
package import Postgres

/// Adds links whose codes are free, and returns those codes.
package struct InsertLinks: Statement {
    package static let route = Route.eachRow
    package static let sql = """
        INSERT INTO links (code, long_link, data, directives, channel, feature, campaign, tags, one_time, expires_at, \
        uid, created_at, legacy)
        SELECT new.code, new.long_link, new.data, new.directives::text[], new.channel, new.feature, new.campaign, \
        new.tags::text[], new.one_time, new.expires_at, new.uid, new.created_at, nullif(new.legacy::text[], '{}')
        FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], \
        $9::bool[], $10::timestamptz[], $11::uuid[], $12::timestamptz[], $13::text[])
        AS new (code, long_link, data, directives, channel, feature, campaign, tags, one_time, expires_at, uid, \
        created_at, legacy)
        ON CONFLICT ON CONSTRAINT links_pkey DO NOTHING RETURNING code
        """
    package let parameters: Parameters

    package init(_ links: [Link]) {
        let links = links.sorted { $0.code < $1.code }
        let specs = links.map(\.spec)
        parameters = Parameters(
            links.map(\.code.description), specs.map { LongLink.print($0) }, specs.map(\.data.json),
            ArrayTexts(specs.map(\.data.directives.pairTexts)), specs.map(\.channel), specs.map(\.feature),
            specs.map(\.campaign), ArrayTexts(specs.map(\.tags)), specs.map(\.isOneTime),
            specs.map(\.expiresAt), links.map(\.owner), links.map(\.createdAt),
            ArrayTexts(specs.map(\.legacy.pairTexts)))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> LinkCode {
        try row.readValue(LinkCode.init)
    }
}
