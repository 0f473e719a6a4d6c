-- What the service did, for those who listen: a row a change, written by the transaction that caused it, and only where its type
-- has a listener. A partition a day, dropped when it is too old.

-- The order of changes. A transaction takes its numbers after the locks of its subjects' counters, so that the order holds for each
-- subject; and after its own id, so that a reader knows which numbers may still come (see `ChangeReader`).
CREATE SEQUENCE change_positions;

CREATE TABLE changes (
    day date NOT NULL,
    position bigint NOT NULL,
    id uuid NOT NULL,
    type text NOT NULL,
    -- The player; null for a change that is about none.
    subject uuid,
    -- 1, 2, 3 … for each subject.
    sequence bigint,
    occurred_at timestamptz NOT NULL,
    -- Not jsonb: it is sent as it was written.
    payload json NOT NULL,
    CONSTRAINT changes_pkey PRIMARY KEY (position, day)
) PARTITION BY RANGE (day);
CREATE INDEX changes_subject ON changes (subject, position) WHERE subject IS NOT NULL;

-- The last sequence of each subject.
CREATE TABLE change_counters (
    uid uuid NOT NULL,
    sequence bigint NOT NULL,
    CONSTRAINT change_counters_pkey PRIMARY KEY (uid)
) WITH (fillfactor = 70);

-- Up to where rows are gone.
CREATE TABLE change_retention (
    id boolean NOT NULL DEFAULT true,
    gone_position bigint NOT NULL,
    gone_day date NOT NULL,
    CONSTRAINT change_retention_pkey PRIMARY KEY (id),
    CONSTRAINT change_retention_single CHECK (id)
);
INSERT INTO change_retention (gone_position, gone_day) VALUES (0, DATE '1970-01-01');

-- The types of changes that have a listener. Every process keeps a copy, and reads it again after a change.
CREATE TABLE change_listeners (
    name text NOT NULL,
    types text[] NOT NULL,
    registered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- Null for one that stays until it is removed.
    expires_at timestamptz,
    -- From here on nothing is missing: all processes know of the listener. Null until then.
    confirmed_position bigint,
    CONSTRAINT change_listeners_pkey PRIMARY KEY (name)
);

-- Tickets of streams that were used, until they would have expired.
CREATE TABLE used_tickets (
    id uuid NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT used_tickets_pkey PRIMARY KEY (id)
);

-- Makes the partitions of the days to come, and drops those that are too old; of deliveries, too, which a later migration adds.
CREATE FUNCTION keep_changes(retention_days int) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET lock_timeout = '100ms' AS $$
DECLARE
    today date := (now() AT TIME ZONE 'UTC')::date;
    parent text;
    name text;
    coming date;
    old record;
    taken boolean;
    last bigint;
BEGIN
    IF NOT pg_try_advisory_xact_lock(hashtextextended('shipmate changes', 0)) THEN
        RETURN;
    END IF;
    FOREACH parent IN ARRAY ARRAY['changes', 'deliveries'] LOOP
        CONTINUE WHEN to_regclass(parent) IS NULL;
        -- For days without a partition, so that no payment fails where none could be made in time.
        IF to_regclass(parent || '_other') IS NULL THEN
            EXECUTE format('CREATE TABLE %I PARTITION OF %I DEFAULT', parent || '_other', parent);
        END IF;
        FOR ahead IN 0..3 LOOP
            coming := today + ahead;
            name := parent || '_' || to_char(coming, 'YYYYMMDD');
            CONTINUE WHEN to_regclass(name) IS NOT NULL;
            -- Rows that came before their partition stay where they are.
            EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE day = %L)', parent || '_other', coming) INTO taken;
            CONTINUE WHEN taken;
            BEGIN
                EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', name, parent);
                EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
                    parent, name, coming, coming + 1);
            EXCEPTION WHEN lock_not_available THEN
                EXIT; -- The next call tries again.
            END;
        END LOOP;
        FOR old IN SELECT c.relname AS name, to_date(right(c.relname, 8), 'YYYYMMDD') AS day
            FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
            WHERE i.inhparent = parent::regclass AND c.relname ~ '_[0-9]{8}$'
                AND to_date(right(c.relname, 8), 'YYYYMMDD') <= today - retention_days
            ORDER BY 2
        LOOP
            BEGIN
                EXECUTE format('SELECT max(position) FROM %I', old.name) INTO last;
                EXECUTE format('DROP TABLE %I', old.name);
            EXCEPTION WHEN lock_not_available THEN
                EXIT; -- A long read holds it. The next call tries again.
            END;
            UPDATE change_retention SET gone_position = greatest(gone_position, last),
                gone_day = greatest(gone_day, old.day) WHERE parent = 'changes' AND last IS NOT NULL;
        END LOOP;
        EXECUTE format('DELETE FROM %I WHERE day <= %L', parent || '_other', today - retention_days);
    END LOOP;
END
$$;

DO $$
BEGIN
    EXECUTE format('ALTER FUNCTION keep_changes SET search_path = %I, pg_temp', current_schema());
END
$$;

REVOKE ALL ON FUNCTION keep_changes FROM PUBLIC;
GRANT EXECUTE ON FUNCTION keep_changes TO shipmate_service;
GRANT USAGE, SELECT ON SEQUENCE change_positions TO shipmate_service;
GRANT SELECT, INSERT, DELETE ON changes TO shipmate_service;
GRANT SELECT, INSERT, UPDATE ON change_counters TO shipmate_service;
GRANT SELECT ON change_retention TO shipmate_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON change_listeners TO shipmate_service;
GRANT SELECT, INSERT, DELETE ON used_tickets TO shipmate_service;

SELECT keep_changes(30);
