-- What clicks take on disk is known on Citus, too, where their rows are on other nodes. Those tell nothing of what the same
-- transaction has made or dropped: they are asked before, and what is dropped is subtracted.

-- As Citus tells it of what is spread over its nodes, else as PostgreSQL does.
CREATE FUNCTION click_partition_bytes(partition oid) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
DECLARE
    bytes bigint;
BEGIN
    IF to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL THEN
        EXECUTE 'SELECT citus_total_relation_size(logicalrelid) FROM pg_dist_partition WHERE logicalrelid = $1'
            INTO bytes USING partition::regclass;
    END IF;
    RETURN coalesce(bytes, pg_total_relation_size(partition));
END
$$;

CREATE OR REPLACE VIEW click_partitions AS
SELECT c.relname AS name, click_partition_bytes(c.oid) AS bytes,
    CASE WHEN c.relname ~ '^clicks_until_[0-9]{8}$' THEN to_date(right(c.relname, 8), 'YYYYMMDD') END AS until
FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid WHERE i.inhparent = 'clicks'::regclass;

-- As before, but for when sizes are asked.
CREATE OR REPLACE FUNCTION keep_clicks(retention_days int, bytes_max bigint, OUT bytes bigint, OUT has_room bool)
LANGUAGE plpgsql SECURITY DEFINER SET lock_timeout = '100ms' AS $$
DECLARE
    today date := (now() AT TIME ZONE 'UTC')::date;
    -- As many partitions whatever the retention: each statement that looks clicks up locks them all.
    days int := greatest(1, retention_days / 60);
    is_ours bool := pg_try_advisory_xact_lock(hashtextextended('shipmate clicks', 0));
    names name[];
    sizes bigint[];
    newest date;
    oldest record;
BEGIN
    SELECT array_agg(p.name), array_agg(p.bytes), coalesce(sum(p.bytes), 0) INTO names, sizes, keep_clicks.bytes
        FROM click_partitions AS p;
    IF is_ours THEN
        LOOP
            SELECT max(until) INTO newest FROM click_partitions;
            EXIT WHEN newest > today + 3;
            newest := greatest(newest, today - 3);
            PERFORM add_click_partition(newest, newest + days);
        END LOOP;
        FOR oldest IN SELECT p.name, p.until, n.bytes FROM unnest(names, sizes) AS n (name, bytes)
            JOIN click_partitions AS p USING (name) WHERE p.until <= today ORDER BY p.until
        LOOP
            EXIT WHEN oldest.until > today - retention_days AND keep_clicks.bytes <= bytes_max;
            BEGIN
                EXECUTE format('DROP TABLE %I', oldest.name);
            EXCEPTION WHEN lock_not_available THEN
                EXIT; -- somebody reads them for long; the next who asks tries again
            END;
            keep_clicks.bytes := keep_clicks.bytes - oldest.bytes;
        END LOOP;
    END IF;
    has_room := keep_clicks.bytes <= bytes_max;
END
$$;

-- Nobody who calls it lends it a table or an operator of the caller's own.
DO $$
BEGIN
    EXECUTE format('ALTER FUNCTION keep_clicks SET search_path = %I, pg_temp', current_schema());
END
$$;

REVOKE ALL ON FUNCTION click_partition_bytes FROM PUBLIC;
