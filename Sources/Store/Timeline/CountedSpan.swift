package import Postgres
package import Values

/// From when to when rows are counted, and in which time zone their days are.
package struct CountedSpan: Equatable, Bindable, Sendable {
    package let from: Timestamp?
    package let until: Timestamp?
    package let zone: ProgrammeZone

    /// - Parameters:
    ///   - from: nil for the beginning.
    ///   - until: nil for the end.
    package init(from: Timestamp?, until: Timestamp?, in zone: ProgrammeZone) {
        self.from = from
        self.until = until
        self.zone = zone
    }

    /// Days since 1970-01-01 in the zone, which is the third parameter. By the calendar: dividing an epoch,
    /// which is numeric, takes half as long again.
    static func day(_ time: String) -> String {
        "((\(time) AT TIME ZONE $3::text)::date - '1970-01-01'::date)"
    }

    static func condition(_ time: String) -> String {
        """
        \(time) >= coalesce($1, '-infinity'::timestamptz) AND \(time) < coalesce($2, \(PageEnds.time))
        """
    }

    /// The same of rows whose ids are about as old as they are: an index by id leads there.
    static func condition(_ time: String, by id: String) -> String {
        """
        \(condition(time)) AND \(id) >= coalesce(\(firstID("$1::timestamptz - \(slack)")), \(PageEnds.firstUUID))
            AND \(id) < coalesce(\(firstID("$2::timestamptz + \(slack)")), \(PageEnds.uuid))
        """
    }

    private static let slack = "interval '\(PageSpan.slackSeconds) s'"

    /// Of version 7 and of that millisecond none is lower.
    private static func firstID(_ time: String) -> String {
        let milliseconds = "greatest(0, extract(epoch FROM \(time)) * 1000)::bigint"
        return
            "(CASE WHEN \(time) IS NOT NULL THEN lpad(to_hex(\(milliseconds)), 12, '0') END || repeat('0', 20))::uuid"
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(from)
        parameters.add(until)
        parameters.add(zone.name)
    }
}
