-- Clicks in a partition for each day: what is too old, or too much, is dropped in a moment, where deleting rows took as
-- long as writing them and gave no room back. All clicks there are become the first partition; it holds the rest of today.

-- Checked beside traffic, which is what takes long. A clock that ran ahead may have left clicks beyond the bound.
DO $$
DECLARE
    bound name;
BEGIN
    SELECT conname INTO STRICT bound FROM pg_constraint
    WHERE conrelid = 'clicks'::regclass AND conname LIKE 'clicks\_until\_%';
    DELETE FROM clicks WHERE id >= first_click_id(to_date(right(bound, 8), 'YYYYMMDD'));
    EXECUTE format('ALTER TABLE clicks VALIDATE CONSTRAINT clicks_kept_link_length, VALIDATE CONSTRAINT %I', bound);
    -- From here on the clicks are locked, for as long as it takes to rename them.
    EXECUTE format('ALTER TABLE clicks RENAME TO %I', bound);
    EXECUTE format('ALTER INDEX clicks_pkey RENAME TO %I', bound || '_pkey');
    EXECUTE format('ALTER INDEX clicks_device RENAME TO %I', bound || '_device');
    EXECUTE format('ALTER INDEX clicks_claim_key RENAME TO %I', bound || '_claim_key');
END
$$;

-- Ids rise with time: a click is in the partition that its id names, where the key's index grows at its end. Desktops and
-- bots install nothing, and are in no other index.
CREATE TABLE clicks (
    id uuid NOT NULL,
    clicked_at timestamptz NOT NULL,
    device_hash bigint,
    agent_hash bigint,
    claimed_at timestamptz,
    -- What was counted of it and may be counted once: a bit each.
    events int NOT NULL DEFAULT 0,
    platform text NOT NULL,
    code text COLLATE "C",
    long_link text,
    claim_key bytea,
    kept_link text,
    CONSTRAINT clicks_pkey PRIMARY KEY (id),
    CONSTRAINT clicks_kept_link_length CHECK (octet_length(kept_link) <= 512)
) PARTITION BY RANGE (id);
CREATE INDEX clicks_device ON clicks (device_hash, clicked_at) WHERE device_hash IS NOT NULL;
CREATE INDEX clicks_claim_key ON clicks (claim_key) WHERE claim_key IS NOT NULL;

DO $$
DECLARE
    first name;
BEGIN
    SELECT conrelid::regclass INTO STRICT first FROM pg_constraint
    WHERE conname LIKE 'clicks\_until\_%' AND contype = 'c' AND connamespace = current_schema()::regnamespace;
    EXECUTE format('ALTER TABLE clicks ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)',
        first, first_click_id(to_date(right(first, 8), 'YYYYMMDD')));
    EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', first, first);
    EXECUTE format('REVOKE ALL ON %I FROM shipmate_service', first);
END
$$;

-- A partition is named after the day that it ends before. The names of all tables may be read before it is known which are
-- partitions: what is no such name has no day.
CREATE VIEW click_partitions AS
SELECT c.relname AS name, pg_total_relation_size(c.oid) AS bytes,
    CASE WHEN c.relname ~ '^clicks_until_[0-9]{8}$' THEN to_date(right(c.relname, 8), 'YYYYMMDD') END AS until
FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid WHERE i.inhparent = 'clicks'::regclass;

-- Attached once it is made, which traffic doesn't notice: making it as a partition would lock all the others.
CREATE FUNCTION add_click_partition(first_day date, until date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    name text := 'clicks_until_' || to_char(until, 'YYYYMMDD');
BEGIN
    EXECUTE format('CREATE TABLE %I (LIKE clicks INCLUDING ALL)', name);
    EXECUTE format('ALTER TABLE clicks ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
        name, first_click_id(first_day), first_click_id(until));
END
$$;

-- What the service asks for once in a while, having no right to make or drop a table: partitions for the days to come,
-- those gone that are too old, and then the oldest while all have more than `bytes_max`. Tells how many bytes clicks have
-- then, and whether there is room: there is none when those of today, which stay, are too many. Of several that ask at
-- once one does it. By PostgreSQL's clock; a server's may be three days off.
CREATE FUNCTION keep_clicks(retention_days int, bytes_max bigint, OUT bytes bigint, OUT has_room bool)
LANGUAGE plpgsql SECURITY DEFINER SET lock_timeout = '100ms' AS $$
DECLARE
    today date := (now() AT TIME ZONE 'UTC')::date;
    -- As many partitions whatever the retention: each statement that looks clicks up locks them all.
    days int := greatest(1, retention_days / 60);
    newest date;
    oldest record;
BEGIN
    IF pg_try_advisory_xact_lock(hashtextextended('shipmate clicks', 0)) THEN
        LOOP
            SELECT max(until) INTO newest FROM click_partitions;
            EXIT WHEN newest > today + 3;
            newest := greatest(newest, today - 3);
            PERFORM add_click_partition(newest, newest + days);
        END LOOP;
        SELECT sum(p.bytes) INTO keep_clicks.bytes FROM click_partitions AS p;
        FOR oldest IN SELECT * FROM click_partitions AS p WHERE p.until <= today ORDER BY p.until LOOP
            EXIT WHEN oldest.until > today - retention_days AND keep_clicks.bytes <= bytes_max;
            BEGIN
                EXECUTE format('DROP TABLE %I', oldest.name);
            EXCEPTION WHEN lock_not_available THEN
                EXIT; -- somebody reads them for long; the next who asks tries again
            END;
            keep_clicks.bytes := keep_clicks.bytes - oldest.bytes;
        END LOOP;
    ELSE
        SELECT sum(p.bytes) INTO keep_clicks.bytes FROM click_partitions AS p;
    END IF;
    has_room := keep_clicks.bytes <= bytes_max;
END
$$;

-- Nobody who calls it lends it a table or an operator of the caller's own.
DO $$
BEGIN
    EXECUTE format('ALTER FUNCTION keep_clicks SET search_path = %I, pg_temp', current_schema());
    PERFORM keep_clicks(30, 9223372036854775807);
END
$$;

REVOKE ALL ON FUNCTION add_click_partition, keep_clicks FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keep_clicks TO shipmate_service;
GRANT SELECT, INSERT ON clicks TO shipmate_service;
GRANT UPDATE (claimed_at, events, claim_key) ON clicks TO shipmate_service;
