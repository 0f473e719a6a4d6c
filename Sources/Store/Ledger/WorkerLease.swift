package import Postgres

/// Work on the whole ledger, which one process does at a time, by a lease that one that was killed loses.
package enum WorkerLease: String, Sendable, CaseIterable {
    case seal
    case state
    /// Paying rewards whose time has come.
    case release
    /// Erasing users whose time has come.
    case erase
    case reservations
    /// Looking for what came in for players who became accounts.
    case merge
    /// Adding up by day what came.
    case days
    /// Adding up what friends brought.
    case leaders

    /// The longest delay after a crash of the holder: others look every few seconds, and one of them takes
    /// over within 30.
    package var leaseSeconds: Int64 { self == .release ? 15 : 20 }
}

/// Acquires a lease that is due and free; returns its fencing token.
package struct AcquireLease: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE ledger_duties SET turn = turn + 1, leased_until = clock_timestamp() + $3 * interval '1 s'
        WHERE name = $1 AND \(LeaseSQL.isOver("leased_until")) AND ($2 OR due_at <= clock_timestamp())
            RETURNING turn
        """
    package let parameters: Parameters

    /// - Parameter ignoresDueTime: also before it is due.
    package init(_ lease: WorkerLease, ignoresDueTime: Bool) {
        parameters = Parameters(lease.rawValue, ignoresDueTime, lease.leaseSeconds)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 {
        try row.read()
    }
}

/// Renews a lease; returns nothing if another process has taken it over.
package struct RenewLease: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE ledger_duties SET leased_until = clock_timestamp() + $3 * interval '1 s'
        WHERE name = $1 AND turn = $2 RETURNING turn
        """
    package let parameters: Parameters

    package init(_ lease: WorkerLease, fencingToken: Int64) {
        parameters = Parameters(lease.rawValue, fencingToken, lease.leaseSeconds)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 {
        try row.read()
    }
}

/// Releases a lease until it is due again.
package struct ReleaseLease: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE ledger_duties SET leased_until = '-infinity', due_at = clock_timestamp() + $3 * interval '1 s'
        WHERE name = $1 AND turn = $2
        """
    package let parameters: Parameters

    package init(_ lease: WorkerLease, fencingToken: Int64, dueAfterSeconds seconds: Int64) {
        parameters = Parameters(lease.rawValue, fencingToken, seconds)
    }
}
