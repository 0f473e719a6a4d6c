/// PostgreSQL's clock in the database of a test app. The search path finds its functions `now` and
/// `clock_timestamp` before PostgreSQL's own.
package enum ClockSchema {
    /// The search path of all sessions. New tables go to `public`.
    package static let searchPath = "public, test_clock, pg_catalog"

    /// Run once, in a database with the product's schema. It also changes the defaults of columns, and
    /// functions that set a search path.
    package static let sql = """
        CREATE SCHEMA test_clock;
        GRANT USAGE ON SCHEMA test_clock TO PUBLIC;
        CREATE TABLE test_clock.clock (shift interval NOT NULL, stopped timestamptz);
        INSERT INTO test_clock.clock VALUES ('0', NULL);
        GRANT SELECT, UPDATE ON test_clock.clock TO PUBLIC;
        CREATE FUNCTION test_clock.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
            AS 'SELECT coalesce(stopped, pg_catalog.clock_timestamp() + shift) FROM test_clock.clock';
        CREATE FUNCTION test_clock.now() RETURNS timestamptz LANGUAGE sql STABLE
            AS 'SELECT coalesce(stopped, pg_catalog.now() + shift) FROM test_clock.clock';
        DO $$
        DECLARE
            found record;
        BEGIN
            FOR found IN SELECT d.adrelid::regclass AS name, a.attname AS attribute,
                    replace(pg_get_expr(d.adbin, d.adrelid), '()', '') AS clock
                FROM pg_attrdef AS d JOIN pg_attribute AS a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
                WHERE pg_get_expr(d.adbin, d.adrelid) IN ('now()', 'clock_timestamp()')
            LOOP
                EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT test_clock.%I()',
                    found.name, found.attribute, found.clock);
            END LOOP;
            FOR found IN SELECT p.oid::regprocedure AS name FROM pg_proc AS p
                WHERE EXISTS (SELECT FROM unnest(p.proconfig) AS c WHERE c LIKE 'search_path=%')
                    AND p.pronamespace = 'public'::regnamespace
            LOOP
                EXECUTE format('ALTER FUNCTION %s SET search_path = \(searchPath), pg_temp', found.name);
            END LOOP;
        END
        $$
        """
}
