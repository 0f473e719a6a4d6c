package import Links
package import Postgres

/// The clicks on a link on one day from one platform.
package struct LinkClicks: Sendable, Equatable {
    package let code: LinkCode
    package let day: Int32
    package let platform: PlatformFamily
    package var clicks: Int64
    /// How many of them were sent straight on.
    package var redirects: Int64

    package init(
        code: LinkCode, day: Int32, platform: PlatformFamily, clicks: Int64 = 0, redirects: Int64 = 0
    ) {
        self.code = code
        self.day = day
        self.platform = platform
        self.clicks = clicks
        self.redirects = redirects
    }

    fileprivate func isSameRow(as other: LinkClicks) -> Bool {
        code == other.code && day == other.day && platform == other.platform
    }

    fileprivate static func < (left: LinkClicks, right: LinkClicks) -> Bool {
        if left.code != right.code { return left.code < right.code }
        return (left.day, left.platform) < (right.day, right.platform)
    }
}

/// Adds clicks to statistics.
package struct AddLinkClicks: Statement {
    package static let route = Route.eachRow
    package static let sql = """
        INSERT INTO link_stats AS s (code, day, platform, click, redirect)
        SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::bigint[], $5::bigint[])
        ON CONFLICT ON CONSTRAINT link_stats_pkey DO UPDATE
        SET click = s.click + excluded.click, redirect = s.redirect + excluded.redirect
        """
    package let parameters: Parameters

    package init(_ clicks: [LinkClicks]) {
        // A row once, and every batch in one order, so that no two wait for each other.
        let clicks = clicks.sorted(by: <).reduce(into: [LinkClicks]()) { sums, clicks in
            guard let last = sums.indices.last, sums[last].isSameRow(as: clicks) else {
                return sums.append(clicks)
            }
            sums[last].clicks += clicks.clicks
            sums[last].redirects += clicks.redirects
        }
        parameters = Parameters(
            clicks.map(\.code.description), clicks.map(\.day), clicks.map(\.platform.rawValue),
            clicks.map(\.clicks), clicks.map(\.redirects))
    }
}

/// Something that happened to a link once, as it is added to its statistics.
package struct LinkTally: Sendable, Equatable {
    package let code: LinkCode
    package let day: Int32
    package let platform: PlatformFamily
    package let event: LinkEvent

    package init(code: LinkCode, day: Int32, platform: PlatformFamily, event: LinkEvent) {
        self.code = code
        self.day = day
        self.platform = platform
        self.event = event
    }
}

/// Adds one to statistics, or nothing.
package struct AddLinkEvent: Statement {
    /// The columns are called as the events are.
    private static let events = LinkEvent.allCases.map(\.rawValue)

    package static let route = Route.eachRow
    package static let sql = """
        INSERT INTO link_stats AS s (code, day, platform, \(events.joined(separator: ", ")))
        SELECT $1, $2, $3, \(events.map { "($4 = '\($0)')::int" }.joined(separator: ", "))
        WHERE $1 IS NOT NULL
        ON CONFLICT ON CONSTRAINT link_stats_pkey DO UPDATE
        SET \(events.map { "\($0) = s.\($0) + excluded.\($0)" }.joined(separator: ", "))
        """
    package let parameters: Parameters

    package init(_ tally: LinkTally?) {
        parameters = Parameters(
            tally?.code.description, tally?.day, tally?.platform.rawValue, tally?.event.rawValue)
    }
}

/// A link's statistics from `day` on, in order.
package struct ListLinkCounts: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT day, platform, event, count FROM link_stats AS s
        CROSS JOIN LATERAL (VALUES \(LinkEvent.allCases.map { "('\($0.rawValue)', s.\($0.rawValue))" }
            .joined(separator: ", "))) AS e (event, count)
        WHERE code = $1 AND day >= $2 AND count > 0 ORDER BY day, platform, event
        """
    package let parameters: Parameters
    package init(of code: LinkCode, since day: Int32) { parameters = Parameters(code.description, day) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> LinkCount {
        LinkCount(
            day: try row.read(), platform: try row.readValue(PlatformFamily.init(rawValue:)),
            event: try row.readValue(LinkEvent.init(rawValue:)), count: try row.read())
    }
}
