package import Postgres
package import Referrals

/// What happened to a link, as it is added to its statistics.
package struct LinkTally: Sendable, Equatable {
    package let code: LinkCode
    package let count: LinkCount

    package init(code: LinkCode, count: LinkCount) {
        self.code = code
        self.count = count
    }
}

/// Adds to statistics; each (code, day, platform, event) once.
package struct AddLinkCounts: Statement {
    package static let sql = """
        INSERT INTO link_stats AS s (code, day, platform, event, count)
        SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::bigint[])
        ON CONFLICT ON CONSTRAINT link_stats_pkey DO UPDATE SET count = s.count + excluded.count
        """
    let tallies: [LinkTally]

    package init(_ tallies: [LinkTally]) {
        self.tallies = tallies.sorted {
            ($0.code, $0.count.day, $0.count.platform, $0.count.event)
                < ($1.code, $1.count.day, $1.count.platform, $1.count.event)
        }
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(tallies.map(\.code.description))
        parameters.add(tallies.map(\.count.day))
        parameters.add(tallies.map(\.count.platform.rawValue))
        parameters.add(tallies.map(\.count.event.rawValue))
        parameters.add(tallies.map(\.count.count))
    }
}

/// A link's statistics from `day` on, in order.
package struct ListLinkCounts: Statement {
    package static let sql = """
        SELECT day, platform, event, count FROM link_stats WHERE code = $1 AND day >= $2
        ORDER BY day, platform, event
        """
    let code: LinkCode
    let day: Int32

    package init(of code: LinkCode, since day: Int32) {
        self.code = code
        self.day = day
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(code.description)
        parameters.add(day)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> LinkCount {
        LinkCount(
            day: try row.read(), platform: try row.readValue(PlatformFamily.init(rawValue:)),
            event: try row.readValue(LinkEvent.init(rawValue:)), count: try row.read())
    }
}
