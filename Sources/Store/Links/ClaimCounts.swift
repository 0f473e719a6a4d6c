package import Links
package import Postgres

/// How many claims of a day from one platform found a link, by what means; or all claims, and what they
/// found.
package struct ClaimSums: Equatable, Sendable {
    /// Nil for all links and none.
    package let code: LinkCode?
    package let day: Int32
    package let platform: PlatformFamily
    package var counts: [LinkClaim.Means: Int64] = [:]

    package init(code: LinkCode?, day: Int32, platform: PlatformFamily) {
        self.code = code
        self.day = day
        self.platform = platform
    }

    fileprivate static func < (left: ClaimSums, right: ClaimSums) -> Bool {
        let (one, other) = (left.code?.description ?? "", right.code?.description ?? "")
        return one != other ? one < other : (left.day, left.platform) < (right.day, right.platform)
    }
}

/// Adds claims to statistics. Those over all links have no code.
package struct AddClaims: Statement {
    private static let columns = LinkClaim.Means.allCases.map { LinkEvent.claim(by: $0).rawValue }

    package static let route = Route.eachRow
    package static let sql = """
        INSERT INTO link_stats AS s (code, day, platform, \(columns.joined(separator: ", ")))
        SELECT * FROM unnest($1::text[], $2::int[], $3::text[], \(columns.indices.map { "$\($0 + 4)::bigint[]" }
            .joined(separator: ", ")))
        ON CONFLICT ON CONSTRAINT link_stats_pkey DO UPDATE
        SET \(columns.map { "\($0) = s.\($0) + excluded.\($0)" }.joined(separator: ", "))
        """
    package let parameters: Parameters

    /// - Parameter sums: a row once; in one order, so that no two batches wait for each other.
    package init(_ sums: [ClaimSums]) {
        let sums = sums.sorted(by: <)
        var parameters = Parameters(
            sums.map { $0.code?.description ?? "" }, sums.map(\.day), sums.map(\.platform.rawValue))
        for means in LinkClaim.Means.allCases { parameters.add(sums.map { $0.counts[means] ?? 0 }) }
        self.parameters = parameters
    }
}

/// How all claims since a day found what they found.
package struct ListClaimCounts: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT e.event, sum(e.count)::bigint FROM link_stats AS s
        CROSS JOIN LATERAL (VALUES \(LinkClaim.Means.allCases.map {
            "('\($0.rawValue)', s.\(LinkEvent.claim(by: $0).rawValue))"
        }.joined(separator: ", "))) AS e (event, count)
        WHERE s.code = '' AND s.day >= $1 GROUP BY e.event
        """
    package let parameters: Parameters
    package init(since day: Int32) { parameters = Parameters(day) }

    package static func decode(
        _ row: inout RowReader
    ) throws(PostgresError) -> (means: LinkClaim.Means, count: Int64) {
        (try row.readValue(LinkClaim.Means.init(rawValue:)), try row.read())
    }
}
