package import FoundationEssentials
package import Postgres
package import Referrals
package import Values

/// How many invites players made, by day and by what they say of themselves; up to `max` rows.
package struct CountInvites: Statement {
    package typealias Row = (day: Int32, labels: LinkLabels, count: Int64)

    package static let route = Route.administration
    package static let sql = """
        SELECT \(CountedSpan.day("l.created_at")), l.channel, l.campaign, count(*) FROM links AS l
        WHERE l.uid IS NOT NULL AND \(CountedSpan.condition("l.created_at")) GROUP BY 1, 2, 3 LIMIT $4
        """
    package let parameters: Parameters
    package init(_ span: CountedSpan, max: Int) { parameters = Parameters(span, Int64(max)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (
            day: try row.read(),
            labels: LinkLabels(channel: try row.read(), campaign: try row.read(), isInvite: true),
            count: try row.read()
        )
    }
}

/// Something that links were counted by: their codes, nil for none.
package typealias LinkDayCount = (day: Int32, code: String?, count: Int64)

/// How often links were opened, by clicks that are stored.
package struct CountOpens: Statement {
    package typealias Row = LinkDayCount

    package static let route = Route.administration
    package static let sql = """
        SELECT \(CountedSpan.day("c.clicked_at")), c.code, count(*) FROM clicks AS c
        WHERE c.id >= coalesce($1, \(PageEnds.firstUUID)) AND c.id < coalesce($2, \(PageEnds.uuid))
            AND c.code IS NOT NULL
        GROUP BY 1, 2 LIMIT $4
        """
    package let parameters: Parameters

    /// - Parameters:
    ///   - first: the first id of the stretch; nil for the beginning.
    ///   - next: the first after it; nil for the end.
    package init(from first: UUID?, until next: UUID?, in zone: ProgrammeZone, max: Int) {
        parameters = Parameters(first, next, zone.name, Int64(max))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (day: try row.read(), code: try row.read(), count: try row.read())
    }
}

/// Players who named a referrer at their first start, by confidence; nil if it could not be recorded.
/// Referrers recorded later have an event, and don't count here.
package struct CountArrivals: Statement {
    package typealias Row = (arrivals: LinkDayCount, source: ReferralSource?)

    package static let route = Route.administration
    package static let sql = """
        SELECT \(CountedSpan.day("u.created_at")), u.referral_link, count(*), \(ArrivalSource.column)
        FROM users AS u
        WHERE (u.referred_by IS NOT NULL OR u.referral_rejection IS NOT NULL)
            AND \(CountedSpan.condition("u.created_at", by: "u.uid")) AND NOT EXISTS (
                SELECT FROM events AS e WHERE e.uid = u.uid AND e.type = 'referrer_recorded')
        GROUP BY 1, 2, 4 LIMIT $4
        """
    package let parameters: Parameters
    package init(_ span: CountedSpan, max: Int) { parameters = Parameters(span, Int64(max)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (
            arrivals: (day: try row.read(), code: try row.read(), count: try row.read()),
            source: try row.readOptional(ReferralSource.init(rawValue:))
        )
    }
}

/// Players who named who brought them later.
package struct CountLaterArrivals: Statement {
    package typealias Row = CountArrivals.Row

    package static let route = Route.administration
    package static let sql = """
        SELECT \(CountedSpan.day("e.received_at")), NULL::text, count(*), \(ArrivalSource.column)
        FROM events AS e JOIN users AS u ON u.uid = e.uid
        WHERE e.type = 'referrer_recorded' AND \(CountedSpan.condition("e.received_at")) GROUP BY 1, 4
        """
    package let parameters: Parameters
    package init(_ span: CountedSpan) { parameters = Parameters(span) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        try CountArrivals.decode(&row)
    }
}

/// As `Referral.source` has it.
private enum ArrivalSource {
    static let column = """
        CASE WHEN u.referred_by IS NULL THEN NULL
            WHEN 'weak' = u.match_confidence OR u.referral_source = 'claim_weak' THEN 'claim_weak'
            WHEN 'default' = u.match_confidence OR u.referral_source = 'claim_default' THEN 'claim_default'
            ELSE coalesce(u.referral_source, 'unproven') END
        """
}

/// Referred players, by the time of their sign-up.
package struct CountFriendsSignedUp: Statement {
    package typealias Row = LinkDayCount

    package static let route = Route.administration
    package static let sql = """
        SELECT \(CountedSpan.day("u.signed_up_at")), u.referral_link, count(*) FROM users AS u
        WHERE u.signed_up_at IS NOT NULL AND u.referred_by IS NOT NULL AND \(CountedSpan.condition("u.signed_up_at"))
        GROUP BY 1, 2 LIMIT $4
        """
    package let parameters: Parameters
    package init(_ span: CountedSpan, max: Int) { parameters = Parameters(span, Int64(max)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        try CountOpens.decode(&row)
    }
}
