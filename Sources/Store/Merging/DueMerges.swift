package import Postgres
package import Values

/// Merged players with possible late writes, by PostgreSQL's clock; the longest due first.
package struct FindDueMerges: Statement {
    package typealias Row = (merge: MergeRecord, dueAt: Timestamp, mac: [UInt8]?)

    package static let route = Route.periodicWork
    package static let sql = """
        SELECT \(MergeRecord.columns), m.due_at, m.mac FROM merges AS m WHERE m.due_at <= clock_timestamp()
        ORDER BY m.due_at LIMIT $1
        """
    package let parameters: Parameters
    package init(limit: Int) { parameters = Parameters(Int64(limit)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (merge: try row.readMerge(), dueAt: try row.readTimestamp(), mac: try row.read())
    }
}

/// Has it looked for what came in for these users, as far as they became accounts.
package struct WakeMerges: Statement {
    package static let route = Route.oneShard
    package static let sql =
        "UPDATE merges SET due_at = least(due_at, $2) WHERE uid = ANY ($1::uuid[])"
    package let parameters: Parameters

    package init(of players: Set<UserID>, at now: Timestamp) {
        parameters = Parameters(players.sorted(), now)
    }
}

/// Nothing more is to be looked for, unless something came in since it was due.
package struct RescheduleMerge: Statement {
    package static let route = Route.oneShard
    package static let sql = "UPDATE merges SET due_at = $3 WHERE uid = $1 AND due_at = $2"
    package let parameters: Parameters

    package init(_ due: FindDueMerges.Row, next: Timestamp?) {
        parameters = Parameters(due.merge.player, due.dueAt, next)
    }
}
