package import Postgres
package import Values

/// Players who became accounts for whom something may have come in since, by PostgreSQL's clock; the longest
/// due first.
package struct FindDueMerges: Statement {
    package typealias Row = (merge: MergeRecord, dueAt: Timestamp, mac: [UInt8]?)

    package static let sql = """
        SELECT \(MergeRecord.columns), m.due_at, m.mac FROM merges AS m WHERE m.due_at <= clock_timestamp()
        ORDER BY m.due_at LIMIT $1
        """
    let limit: Int

    package init(limit: Int) {
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (merge: try row.readMerge(), dueAt: try row.readTimestamp(), mac: try row.read())
    }
}

/// Has it looked for what came in for these users, as far as they became accounts.
package struct WakeMerges: Statement {
    package static let sql =
        "UPDATE merges SET due_at = least(due_at, $2) WHERE uid = ANY ($1::uuid[])"
    let players: [UserID]
    let now: Timestamp

    package init(of players: Set<UserID>, at now: Timestamp) {
        self.players = players.sorted()
        self.now = now
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(players)
        parameters.add(now)
    }
}

/// Nothing more is to be looked for, unless something came in since it was due.
package struct SettleMerge: Statement {
    package static let sql = "UPDATE merges SET due_at = $3 WHERE uid = $1 AND due_at = $2"
    let due: FindDueMerges.Row
    let next: Timestamp?

    package init(_ due: FindDueMerges.Row, next: Timestamp?) {
        self.due = due
        self.next = next
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(due.merge.player)
        parameters.add(due.dueAt)
        parameters.add(next)
    }
}
