package import Postgres
package import Values

/// The counted kinds of rows, each with the time of its counts.
package enum DayCountSource: String, Sendable, CaseIterable {
    case users
    case signUps = "sign_ups"
    case referrals
    case ledger
    case rewards
    /// How far invites came.
    case invites
    case opens
    case arrivals
    case friendsSignedUp = "friends_signed_up"
    case friendsRewarded = "friends_rewarded"
}

/// How much there was of something on a day.
package struct DayCount: Equatable, Sendable {
    package let measure: String
    package let day: Int32
    package let name: String
    package let value: Int64

    package init(measure: String, day: Int32, name: String, value: Int64) {
        self.measure = measure
        self.day = day
        self.name = name
        self.value = value
    }
}

/// Up to when rows are taken in; nil for not at all.
package struct FindCountedUntil: Statement {
    package typealias Row = Timestamp?

    package static let route = Route.coordinator
    package static let sql =
        "SELECT nullif(counted_until, '-infinity') FROM day_count_progress WHERE source = $1"
    package let parameters: Parameters
    package init(_ source: DayCountSource) { parameters = Parameters(source.rawValue) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Timestamp? {
        try row.readOptionalTimestamp()
    }
}

/// The same of every source.
package struct ListCountedUntil: Statement {
    package typealias Row = (source: DayCountSource?, time: Timestamp?)

    package static let route = Route.coordinator
    package static let sql = "SELECT source, nullif(counted_until, '-infinity') FROM day_count_progress"

    package init() {}

    /// Without a source that a later version adds.
    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (source: DayCountSource(rawValue: try row.read()), time: try row.readOptionalTimestamp())
    }
}

/// The time of one source, locked against other writers until the transaction ends.
package struct LockCountedUntil: Statement {
    package typealias Row = Timestamp?

    package static let route = Route.coordinator
    package static let sql = FindCountedUntil.sql + " FOR UPDATE"
    package let parameters: Parameters
    package init(_ source: DayCountSource) { parameters = Parameters(source.rawValue) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Timestamp? {
        try row.readOptionalTimestamp()
    }
}

/// The times of several sources, locked in one order.
package struct LockCountedUntilOf: Statement {
    package typealias Row = (source: DayCountSource, time: Timestamp?)

    package static let route = Route.coordinator
    package static let sql = """
        SELECT source, nullif(counted_until, '-infinity') FROM day_count_progress
        WHERE source = ANY ($1::text[]) ORDER BY source FOR UPDATE
        """
    package let parameters: Parameters
    package init(_ sources: [DayCountSource]) { parameters = Parameters(sources.map(\.rawValue)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (source: try row.readValue(DayCountSource.init(rawValue:)), time: try row.readOptionalTimestamp())
    }
}

package struct SetCountedUntil: Statement {
    package static let route = Route.coordinator
    package static let sql = "UPDATE day_count_progress SET counted_until = $2 WHERE source = $1"
    package let parameters: Parameters

    package init(_ time: Timestamp, of source: DayCountSource) {
        parameters = Parameters(source.rawValue, time)
    }
}

/// Adds to what there was on each day; sums are held at the ends of 64 bits.
package struct AddDayCounts: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO day_counts AS c (measure, day, name, value)
        SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::bigint[])
        ON CONFLICT ON CONSTRAINT day_counts_pkey DO UPDATE
        SET value = greatest(least(c.value::numeric + excluded.value, \(Int64.max)), \(-Int64.max))::bigint
        """
    package let parameters: Parameters

    package init(_ counts: [DayCount]) {
        parameters = Parameters(
            counts.map(\.measure), counts.map(\.day), counts.map(\.name), counts.map(\.value))
    }
}

/// Sets how much there was of something on days; 0 for nothing.
package struct SetDayCounts: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO day_counts (measure, day, name, value)
        SELECT * FROM unnest($1::text[], $2::int[], $3::text[], $4::bigint[])
        ON CONFLICT ON CONSTRAINT day_counts_pkey DO UPDATE SET value = excluded.value
        """
    package let parameters: Parameters

    /// - Parameter counts: a measure, day and name once.
    package init(_ counts: [DayCount]) { parameters = AddDayCounts(counts).parameters }
}

/// The counts of a measure, day by day.
package struct ListDayCounts: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT measure, day, name, value FROM day_counts
        WHERE measure = $1 AND day >= $2 AND day < $3 AND value <> 0 ORDER BY day, name
        """
    package let parameters: Parameters

    package init(_ measure: String, in days: Range<Int32>) {
        parameters = Parameters(measure, days.lowerBound, days.upperBound)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> DayCount {
        DayCount(
            measure: try row.read(), day: try row.read(), name: try row.read(), value: try row.read())
    }
}

/// When the first user came, about: ids are as old as users; nothing without users.
package struct FindFirstUserTime: Statement {
    package static let route = Route.administration
    package static let sql = "SELECT created_at FROM users ORDER BY uid LIMIT 1"

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Timestamp {
        try row.readTimestamp()
    }
}
