internal import Postgres
internal import Values

/// Sets an app's clock in its database.
struct SetClock: Statement {
    static let route = Route.coordinator
    static let sql = """
        UPDATE test_clock.clock SET shift = $1::timestamptz - pg_catalog.clock_timestamp(),
            stopped = CASE WHEN $2 THEN $1::timestamptz END
        """
    let parameters: Parameters

    /// - Parameter isStopped: whether the clock stays there.
    init(_ time: Timestamp, isStopped: Bool) { parameters = Parameters(time, isStopped) }
}
