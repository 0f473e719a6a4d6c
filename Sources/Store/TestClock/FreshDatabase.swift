/// Empties the database of a deleted test app, so that the next app finds what a new clone has.
package enum FreshDatabase {
    /// Run last in the template, as the superuser: it keeps the rows and sequences that a clone begins with.
    package static let sql = schema + helpers + emptying

    /// Run as the superuser. It ends all other sessions of the database, and truncates the tables that were
    /// written, with those that refer to them. False where other tables are there than in the template:
    /// such a database can't be used again.
    package static let empty = "SELECT test_clock.empty()"

    /// The row of `shape` itself has the names of all tables.
    private static let schema = """
        CREATE TABLE test_clock.fresh (id regclass NOT NULL, kind "char" NOT NULL, rows text NOT NULL);
        CREATE VIEW test_clock.relations AS SELECT oid::regclass AS id, relkind AS kind FROM pg_class
            WHERE relkind IN ('r', 'p', 'S') AND oid <> 'test_clock.fresh'::regclass
                AND relnamespace IN ('public'::regnamespace, 'test_clock'::regnamespace);
        CREATE VIEW test_clock.shape AS
            SELECT string_agg(id::oid::text, ' ' ORDER BY id::oid) AS text FROM test_clock.relations;
        CREATE FUNCTION test_clock.rows_of(id regclass) RETURNS text LANGUAGE plpgsql AS $$
        DECLARE
            found text;
        BEGIN
            EXECUTE format('SELECT json_agg(t) FROM (SELECT * FROM %s) AS t', id) INTO found;
            RETURN found;
        END
        $$;
        INSERT INTO test_clock.fresh SELECT id, kind, rows FROM (SELECT id, kind,
            test_clock.rows_of(id) AS rows FROM test_clock.relations WHERE kind <> 'p') AS t
            WHERE rows IS NOT NULL;
        INSERT INTO test_clock.fresh SELECT 'test_clock.shape', 'v', text FROM test_clock.shape;
        """

    private static let helpers = """
        CREATE FUNCTION test_clock.be_alone() RETURNS boolean LANGUAGE plpgsql AS $$
        BEGIN
            FOR attempt IN 1..2000 LOOP
                PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
                    WHERE datname = current_database() AND pid <> pg_backend_pid();
                IF NOT FOUND THEN
                    RETURN true;
                END IF;
                PERFORM pg_sleep(0.001);
                PERFORM pg_stat_clear_snapshot();
            END LOOP;
            RETURN false;
        END
        $$;
        CREATE FUNCTION test_clock.fill(table_id regclass, rows text) RETURNS void LANGUAGE plpgsql AS $$
        DECLARE
            names text := (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
                WHERE attrelid = table_id AND attnum > 0 AND NOT attisdropped AND attgenerated = '');
        BEGIN
            EXECUTE format('INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE SELECT %2$s
                FROM json_populate_recordset(NULL::%1$s, $1::json)', table_id, names) USING rows;
        END
        $$;
        """

    /// A table without rows has a file of no bytes, until its first row is written.
    private static let emptying = """
        CREATE FUNCTION test_clock.empty() RETURNS boolean LANGUAGE plpgsql
            SET session_replication_role = replica AS $$
        DECLARE
            found record;
            written oid[];
        BEGIN
            IF NOT test_clock.be_alone() OR (SELECT text FROM test_clock.shape) <>
                (SELECT rows FROM test_clock.fresh WHERE kind = 'v') THEN
                RETURN false;
            END IF;
            written := ARRAY(SELECT id FROM test_clock.relations WHERE kind = 'r'
                AND (pg_stat_file(pg_relation_filepath(id))).size > 0
                AND id NOT IN (SELECT f.id FROM test_clock.fresh AS f));
            FOR found IN SELECT id, kind, rows, test_clock.rows_of(id) AS now FROM test_clock.fresh
                WHERE kind <> 'v'
            LOOP
                CONTINUE WHEN found.now = found.rows;
                IF found.kind = 'S' THEN
                    PERFORM setval(found.id, (found.rows::json -> 0 ->> 'last_value')::bigint,
                        (found.rows::json -> 0 ->> 'is_called')::boolean);
                ELSE
                    written := written || found.id::oid;
                END IF;
            END LOOP;
            WITH RECURSIVE referring (id) AS (
                SELECT unnest(written)
                UNION SELECT k.conrelid FROM pg_constraint AS k JOIN referring AS r ON k.confrelid = r.id
                    WHERE k.contype = 'f')
            SELECT array_agg(id) INTO written FROM referring;
            IF written IS NOT NULL THEN
                EXECUTE 'TRUNCATE ' || (SELECT string_agg(id::regclass::text, ', ')
                    FROM unnest(written) AS t (id));
                PERFORM test_clock.fill(id, rows) FROM test_clock.fresh
                    WHERE id = ANY (written) AND kind = 'r';
            END IF;
            RETURN true;
        END
        $$;
        """
}
