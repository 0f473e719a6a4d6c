/// Gives tables by day one partition for all days, in the database of a test app. Its clock passes months at
/// once, and PostgreSQL needs milliseconds to make or drop a table.
package enum DayTables {
    /// Run once, in a database with the product's schema, before `ClockSchema`, which sets the search paths
    /// of functions. `keep_clicks` and `keep_changes` delete rows instead of dropping tables.
    package static let sql = """
        DO $$
        DECLARE
            found record;
        BEGIN
            FOR found IN SELECT inhrelid::regclass AS name FROM pg_inherits
                WHERE inhparent IN ('clicks'::regclass, 'changes'::regclass, 'deliveries'::regclass)
            LOOP
                EXECUTE format('DROP TABLE %s', found.name);
            END LOOP;
        END
        $$;
        CREATE TABLE clicks_of_all_days PARTITION OF clicks DEFAULT;
        CREATE TABLE changes_of_all_days PARTITION OF changes DEFAULT;
        CREATE TABLE deliveries_of_all_days PARTITION OF deliveries DEFAULT;
        ALTER TABLE clicks_of_all_days OWNER TO shipmate_owner;
        ALTER TABLE changes_of_all_days OWNER TO shipmate_owner;
        ALTER TABLE deliveries_of_all_days OWNER TO shipmate_owner;
        CREATE OR REPLACE FUNCTION keep_clicks(
            retention_days integer, bytes_max bigint, OUT bytes bigint, OUT has_room boolean)
            LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
        BEGIN
            DELETE FROM clicks
                WHERE id < first_click_id((now() AT TIME ZONE 'UTC')::date - retention_days);
            bytes := pg_relation_size('clicks_of_all_days');
            has_room := bytes <= bytes_max;
        END
        $$;
        CREATE OR REPLACE FUNCTION keep_changes(retention_days integer) RETURNS void
            LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
        DECLARE
            last_day date := (now() AT TIME ZONE 'UTC')::date - retention_days;
        BEGIN
            DELETE FROM deliveries WHERE day <= last_day;
            WITH gone AS (DELETE FROM changes WHERE day <= last_day RETURNING position, day)
            UPDATE change_retention SET gone_position = greatest(gone_position, last.position),
                gone_day = greatest(gone_day, last.day)
            FROM (SELECT max(position) AS position, max(day) AS day FROM gone) AS last
            WHERE last.position IS NOT NULL;
        END
        $$;
        """
}
