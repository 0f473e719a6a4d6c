package import Postgres
package import Referrals
package import Values

/// Changes behind a cursor, in order. Those of the last transactions may have gaps: see `ChangeReader`.
package struct ListChanges: Statement {
    package static let route = Route.coordinator
    // A transaction that began before midnight may write a day late.
    package static let sql = """
        SELECT \(StoredChange.columns) FROM changes
        WHERE position > $1 AND position <= $2 AND day >= date '1970-01-01' + $3::int - 1
            AND ($4::text[] IS NULL OR type = ANY ($4)) AND ($6::uuid[] IS NULL OR subject = ANY ($6))
        ORDER BY position LIMIT $5
        """
    package let parameters: Parameters

    /// - Parameters:
    ///   - last: the last position to read.
    ///   - types: nil for all.
    ///   - subjects: nil for all.
    package init(
        after cursor: ChangeCursor, upTo last: Int64, types: [String]?, subjects: [UserID]? = nil, limit: Int
    ) {
        parameters = Parameters(cursor.position, last, cursor.day, types, Int64(limit), subjects)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> StoredChange {
        try StoredChange.decode(&row)
    }
}

/// The same for one subject.
package struct ListChangesOfSubject: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT \(StoredChange.columns) FROM changes
        WHERE subject = $6 AND position > $1 AND position <= $2 AND day >= date '1970-01-01' + $3::int - 1
            AND ($4::text[] IS NULL OR type = ANY ($4)) ORDER BY position LIMIT $5
        """
    package let parameters: Parameters

    package init(
        of subject: UserID, after cursor: ChangeCursor, upTo last: Int64, types: [String]?, limit: Int
    ) {
        parameters = Parameters(cursor.position, last, cursor.day, types, Int64(limit), subject)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> StoredChange {
        try StoredChange.decode(&row)
    }
}

/// The last position that was taken, whether or not its transaction has ended.
package struct FindLastPosition: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT CASE WHEN is_called THEN last_value ELSE 0 END,
            (clock_timestamp() AT TIME ZONE 'UTC')::date - date '1970-01-01' FROM change_positions
        """

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ChangeCursor {
        ChangeCursor(position: try row.read(), day: try row.read())
    }
}

/// The ids of transactions: all below `oldestOpen` have ended, and none from `next` on has begun.
package struct OpenTransactions: Equatable, Sendable {
    package let oldestOpen: Int64
    package let next: Int64

    package init(oldestOpen: Int64, next: Int64) {
        self.oldestOpen = oldestOpen
        self.next = next
    }
}

package struct FindOpenTransactions: Statement {
    package static let route = Route.coordinator
    // A snapshot's xmax follows the last transaction that has ended: later ones may be open. `age` counts up
    // to the next id that the server will give.
    package static let sql = """
        SELECT pg_snapshot_xmin(s)::text::bigint,
            pg_snapshot_xmin(s)::text::bigint + age(pg_snapshot_xmin(s)::xid)
        FROM pg_current_snapshot() AS s
        """

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> OpenTransactions {
        OpenTransactions(oldestOpen: try row.read(), next: try row.read())
    }
}

/// The day of the first change behind a position, in days since 1970; nothing where there is none.
package struct FindNextChangeDay: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT day - date '1970-01-01' FROM changes WHERE position > $1 ORDER BY position LIMIT 1
        """
    package let parameters: Parameters
    package init(after cursor: ChangeCursor) { parameters = Parameters(cursor.position) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int32 { try row.read() }
}

/// The last change that is no longer kept.
package struct FindGoneChanges: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT gone_position, gone_day - date '1970-01-01' FROM change_retention"

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ChangeCursor {
        ChangeCursor(position: try row.read(), day: try row.read())
    }
}

/// Makes the partitions of the days to come, and drops those that are too old.
package struct KeepChanges: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT FROM keep_changes($1)"
    package let parameters: Parameters

    package init(retentionDays: Int) {
        parameters = Parameters(Int32(clamping: retentionDays))
    }
}

/// Removes an erased player's changes, but not the one that says so.
package struct DeleteChanges: Statement {
    package static let route = Route.coordinator
    package static let sql = "DELETE FROM changes WHERE subject = $1 AND type <> 'user.erased'"
    package let parameters: Parameters

    package init(of subject: UserID) {
        parameters = Parameters(subject)
    }
}
