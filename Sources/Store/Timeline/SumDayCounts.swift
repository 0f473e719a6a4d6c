package import Postgres

/// The counts of several measures, each day's or all days' together, which are then day 0.
package struct SumDayCounts: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT measure, CASE WHEN $4 THEN day ELSE 0 END, name,
            greatest(least(sum(value), \(Int64.max)), \(-Int64.max))::bigint
        FROM day_counts
        WHERE measure = ANY ($1::text[]) AND day >= $2 AND day < $3 AND value <> 0 GROUP BY 1, 2, 3
        """
    package let parameters: Parameters

    package init(_ measures: [String], in days: Range<Int32>, byDay isByDay: Bool) {
        parameters = Parameters(measures, days.lowerBound, days.upperBound, isByDay)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> DayCount {
        try ListDayCounts.decode(&row)
    }
}
