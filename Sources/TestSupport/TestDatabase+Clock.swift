/// Lets a test set PostgreSQL's clock for the code under test. `clock_timestamp()` and `now()` are looked
/// up along the search path, and here functions of their names come before PostgreSQL's own. Every process
/// on the database uses them, and so does each of Citus' nodes.
extension TestDatabase {
    /// For connections made from now on.
    package func makeClockMovable() throws {
        try psqlAtEachNode(
            """
            CREATE SCHEMA moved;
            GRANT USAGE ON SCHEMA moved TO PUBLIC;
            CREATE TABLE moved.clock (by interval NOT NULL);
            INSERT INTO moved.clock VALUES ('0');
            GRANT SELECT ON moved.clock TO PUBLIC;
            CREATE FUNCTION moved.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
                AS 'SELECT pg_catalog.clock_timestamp() + by FROM moved.clock';
            CREATE FUNCTION moved.now() RETURNS timestamptz LANGUAGE sql STABLE
                AS 'SELECT pg_catalog.now() + by FROM moved.clock';
            ALTER DATABASE \(name) SET search_path = moved, pg_catalog, public
            """)
    }

    /// - Parameter interval: from the machine's time, such as `-1 day`.
    package func moveClock(by interval: String) throws {
        try psqlAtEachNode("UPDATE moved.clock SET by = '\(interval)'")
    }

    /// - Parameter time: such as `2026-12-05 12:00Z`.
    package func moveClock(to time: String) throws {
        try psqlAtEachNode(
            "UPDATE moved.clock SET by = timestamptz '\(time)' - pg_catalog.clock_timestamp()")
    }
}
