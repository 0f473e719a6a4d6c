package import Postgres
package import Values

/// Erasures for which there is something to do, by PostgreSQL's clock; the longest due first.
package struct FindDueErasures: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        SELECT \(Erasure.columns) FROM erasures AS e WHERE e.due_at <= clock_timestamp()
        ORDER BY e.due_at LIMIT $1
        """
    package let parameters: Parameters
    package init(limit: Int) { parameters = Parameters(Int64(limit)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Erasure {
        try row.readErasure()
    }
}

/// Users erased from a time on, in order: a page after the last one's end.
package struct ListErased: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        SELECT \(Erasure.columns) FROM erasures AS e
        WHERE e.erased_at IS NOT NULL AND (e.erased_at, e.uid) > ($1, $2)
        ORDER BY e.erased_at, e.uid LIMIT $3
        """
    package let parameters: Parameters

    package init(after time: Timestamp, _ uid: UserID, limit: Int) {
        parameters = Parameters(time, uid, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Erasure {
        try row.readErasure()
    }
}

/// How many were erased.
package struct CountErased: Statement {
    package static let route = Route.periodicWork
    package static let sql = "SELECT count(*) FROM erasures WHERE erased_at IS NOT NULL"

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 {
        try row.read()
    }
}

/// Has an erasure that can't be done just now come round again.
package struct PostponeErasure: Statement {
    package static let route = Route.oneShard
    package static let sql = "UPDATE erasures SET due_at = $2 WHERE uid = $1 AND due_at < $2"
    package let parameters: Parameters
    package init(of uid: UserID, until time: Timestamp) { parameters = Parameters(uid, time) }
}
