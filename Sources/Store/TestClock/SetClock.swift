package import Postgres
package import Values

/// Sets an app's clock in its database.
package struct SetClock: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE test_clock.clock SET shift = $1::timestamptz - pg_catalog.clock_timestamp(),
            stopped = CASE WHEN $2 THEN $1::timestamptz END
        """
    package let parameters: Parameters

    /// - Parameter isStopped: whether the clock stays there.
    package init(_ time: Timestamp, isStopped: Bool) { parameters = Parameters(time, isStopped) }
}
