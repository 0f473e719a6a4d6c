internal import EventLoops
internal import Postgres
internal import Values

/// PostgreSQL's clock, set back for the sessions of this command alone.
///
/// Statements look up `clock_timestamp()` and `now()` along the search path. Only these sessions have this
/// schema in theirs, so servers on the same database keep the real time.
final class DemoClock {
    private static let schema = "demo_clock"
    private static let path = PostgresSession.Setting("search_path", "\(schema), pg_catalog, public")

    private let session: PostgresSession

    /// - Parameter session: as the owner.
    init(_ session: PostgresSession) async throws(PostgresError) {
        self.session = session
        try await session.query(
            """
            SET synchronous_commit = off;
            DROP SCHEMA IF EXISTS \(Self.schema) CASCADE;
            CREATE SCHEMA \(Self.schema);
            GRANT USAGE ON SCHEMA \(Self.schema) TO PUBLIC;
            CREATE TABLE \(Self.schema).shift (by interval NOT NULL);
            INSERT INTO \(Self.schema).shift VALUES ('0');
            GRANT SELECT ON \(Self.schema).shift TO PUBLIC;
            CREATE FUNCTION \(Self.schema).clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
                AS 'SELECT pg_catalog.clock_timestamp() + by FROM \(Self.schema).shift';
            CREATE FUNCTION \(Self.schema).now() RETURNS timestamptz LANGUAGE sql STABLE
                AS 'SELECT pg_catalog.now() + by FROM \(Self.schema).shift'
            """)
    }

    /// The database's real time.
    func realTime() async throws(PostgresError) -> Timestamp {
        let rows = try await session.query(
            "SELECT floor(extract(epoch FROM pg_catalog.clock_timestamp()) * 1000000)::bigint")
        guard let text = rows.first?.first ?? nil, let time = Int64(text) else {
            throw .decoding("the clock gave no row")
        }
        return Timestamp(microsecondsSince1970: time)
    }

    /// - Parameter time: nil for the real time.
    func move(to time: Timestamp?) async throws(PostgresError) {
        let shift =
            time.map { time in
                "to_timestamp(\(time.microsecondsSince1970) / 1000000.0) - pg_catalog.clock_timestamp()"
            } ?? "interval '0'"
        try await session.query("UPDATE \(Self.schema).shift SET by = \(shift)")
    }

    func remove() async throws(PostgresError) {
        try await session.query("DROP SCHEMA IF EXISTS \(Self.schema) CASCADE")
    }

    /// Of sessions with this clock.
    static func shifted(_ configuration: PostgresConfiguration) -> PostgresConfiguration {
        var configuration = relaxed(configuration)
        configuration.settings.others.append(path)
        return configuration
    }

    /// Commits that don't wait for the disk: a demo that a crash cuts off is filled again.
    static func relaxed(_ configuration: PostgresConfiguration) -> PostgresConfiguration {
        var configuration = configuration
        configuration.settings.others.append(PostgresSession.Setting("synchronous_commit", "off"))
        return configuration
    }
}

extension PostgresSession {
    typealias Setting = SessionSettings.Setting
}
