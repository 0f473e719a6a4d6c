-- What all migrations leave. Don't edit: `make schema` writes this page out of pg_dump and the migrations'
-- comments. An empty database begins with 0001_service_role.sql, this page and baseline.sql, all at once.

-- Attached once it is made, which traffic doesn't notice: making it as a partition would lock all the others.
CREATE FUNCTION add_click_partition(first_day date, until date) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
    name text := 'clicks_until_' || to_char(until, 'YYYYMMDD');
BEGIN
    EXECUTE format('CREATE TABLE %I (LIKE clicks INCLUDING ALL)', name);
    EXECUTE format('ALTER TABLE clicks ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)',
        name, first_click_id(first_day), first_click_id(until));
END
$$;
REVOKE ALL ON FUNCTION add_click_partition(first_day date, until date) FROM PUBLIC;

-- As Citus tells it of what is spread over its nodes, else as PostgreSQL does.
CREATE FUNCTION click_partition_bytes(partition oid) RETURNS bigint
    LANGUAGE plpgsql STABLE
    AS $_$
DECLARE
    bytes bigint;
BEGIN
    IF to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL THEN
        EXECUTE 'SELECT citus_total_relation_size(logicalrelid) FROM pg_dist_partition WHERE logicalrelid = $1'
            INTO bytes USING partition::regclass;
    END IF;
    RETURN coalesce(bytes, pg_total_relation_size(partition));
END
$_$;
REVOKE ALL ON FUNCTION click_partition_bytes(partition oid) FROM PUBLIC;

-- Counts an operator's action on a player in the action's own transaction, and refuses one above the limit.
CREATE FUNCTION count_operator_action() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $_$
DECLARE
    acting uuid := substring(NEW.actor FROM '\(([0-9a-f-]{36})\)$')::uuid;
    zone text := coalesce(nullif(current_setting('shipmate.time_zone', true), ''), 'UTC');
    today date := (NEW.created_at AT TIME ZONE zone)::date;
    most int;
    done int;
BEGIN
    SELECT l.actions_per_day INTO most
    FROM operators AS o JOIN role_limits AS l ON l.role = o.role WHERE o.id = acting;
    IF most IS NULL THEN
        RETURN NEW;
    END IF;
    INSERT INTO operator_days AS d (operator, day, actions) VALUES (acting, today, 1)
    ON CONFLICT (operator, day) DO UPDATE SET actions = d.actions + 1
    RETURNING d.actions INTO done;
    IF done > most THEN
        RAISE EXCEPTION 'the operator % has reached the limit of % actions a day', acting, most
            USING ERRCODE = 'check_violation', CONSTRAINT = 'operator_days_limit';
    END IF;
    RETURN NEW;
END
$_$;
REVOKE ALL ON FUNCTION count_operator_action() FROM PUBLIC;

-- The first id that a click of a day may have: ids are UUIDs of version 7, whose first 48 bits are milliseconds.
CREATE FUNCTION first_click_id(day date) RETURNS uuid
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
    SELECT (lpad(to_hex((day - DATE '1970-01-01') * 86400000::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- Makes the partitions of the days to come, and drops those that are too old; of deliveries, too, which a later migration adds.
CREATE FUNCTION keep_changes(retention_days integer) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET lock_timeout TO '100ms'
    SET search_path TO 'public', 'pg_temp'
    AS $_$
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
$_$;
REVOKE ALL ON FUNCTION keep_changes(retention_days integer) FROM PUBLIC;
GRANT ALL ON FUNCTION keep_changes(retention_days integer) TO shipmate_service;

-- As before, but for when sizes are asked.
CREATE FUNCTION keep_clicks(retention_days integer, bytes_max bigint, OUT bytes bigint, OUT has_room boolean) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET lock_timeout TO '100ms'
    SET search_path TO 'public', 'pg_temp'
    AS $$
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
REVOKE ALL ON FUNCTION keep_clicks(retention_days integer, bytes_max bigint, OUT bytes bigint, OUT has_room boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION keep_clicks(retention_days integer, bytes_max bigint, OUT bytes bigint, OUT has_room boolean) TO shipmate_service;

CREATE FUNCTION keep_rule_terms() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NEW.terms IS NULL THEN
        NEW.terms := rule_terms(to_jsonb(NEW));
    END IF;
    IF NEW.conditions IS NOT NULL THEN
        RETURN NEW;
    END IF;
    NEW.description := NEW.terms ->> 'description';
    NEW.conditions := ARRAY(SELECT rule_condition_text(condition)
        FROM jsonb_array_elements(NEW.terms -> 'when') WITH ORDINALITY AS c (condition, place) ORDER BY place);
    NEW.grants := ARRAY(SELECT rule_grant_text(given)
        FROM jsonb_array_elements(NEW.terms -> 'pay') WITH ORDINALITY AS g (given, place) ORDER BY place);
    NEW.players := NEW.terms ->> 'players';
    NEW.starts_at := (NEW.terms ->> 'from')::timestamptz;
    NEW.ends_at := (NEW.terms ->> 'until')::timestamptz;
    NEW.per_beneficiary := (NEW.terms -> 'limits' ->> 'per_beneficiary')::bigint;
    NEW.per_beneficiary_per_day := (NEW.terms -> 'limits' ->> 'per_beneficiary_per_day')::bigint;
    NEW.budget := (NEW.terms -> 'limits' ->> 'budget')::bigint;
    NEW.hold_hours := (NEW.terms -> 'hold' ->> 'hours')::bigint;
    RETURN NEW;
END
$$;

CREATE FUNCTION keep_trial_tally() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NEW.tally IS DISTINCT FROM OLD.tally THEN
        NEW.result := trial_tally_lines(NEW.tally);
    ELSIF NEW.result IS DISTINCT FROM OLD.result THEN
        NEW.tally := trial_tally(NEW.result);
    END IF;
    RETURN NEW;
END
$$;

CREATE FUNCTION keep_trust_terms() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF NEW.terms IS NULL THEN
        NEW.terms := trust_terms(NEW.referrals, NEW.user_events, NEW.checks);
    END IF;
    IF NEW.checks IS NOT NULL THEN
        RETURN NEW;
    END IF;
    NEW.referrals := ARRAY(SELECT key || '=' || value FROM jsonb_each_text(NEW.terms -> 'referrals'));
    NEW.user_events := NEW.terms ->> 'user_events';
    NEW.checks := ARRAY(
        SELECT concat_ws(':', key || '=' || (value ->> 'action'), (
            SELECT string_agg(value ->> number, ':' ORDER BY place)
            FROM unnest(trust_numbers(key)) WITH ORDINALITY AS n (number, place)))
        FROM jsonb_each(NEW.terms -> 'checks') WHERE jsonb_typeof(value) = 'object');
    RETURN NEW;
END
$$;

-- Every process is told of a change to the signing keys, also of one by hand.
CREATE FUNCTION notify_of_signing_keys() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM pg_notify('shipmate_signing_keys', '');
    RETURN NULL;
END
$$;

-- An entry's text is erased, an entry gets its place, or an entry gets a MAC.
CREATE FUNCTION refuse_audit_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    texts text[] := ARRAY['detail', 'before', 'after', 'mac'];
    is_erased bool := NEW.detail = 'erased' AND NEW.before IS NULL AND NEW.after IS NULL
        AND to_jsonb(OLD) - texts = to_jsonb(NEW) - texts;
    is_chained bool := OLD.sequence IS NULL AND NEW.sequence IS NOT NULL
        AND to_jsonb(OLD) - 'sequence' - 'seal' = to_jsonb(NEW) - 'sequence' - 'seal';
    is_marked bool := OLD.mac IS DISTINCT FROM NEW.mac AND to_jsonb(OLD) - 'mac' = to_jsonb(NEW) - 'mac';
BEGIN
    IF NOT is_erased AND NOT is_chained AND NOT is_marked THEN
        RAISE EXCEPTION '% of % is refused: its rows are only ever added', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$$;

-- An entry may get its seal once; nothing else of it changes.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
DECLARE
    is_sealed bool := OLD.seal IS NULL AND NEW.seal IS NOT NULL AND to_jsonb(OLD) - 'seal' = to_jsonb(NEW) - 'seal';
    is_erased bool := OLD.kind <> 'grant' AND OLD.reason <> 'erased' AND NEW.reason = 'erased'
        AND OLD.redaction IS NULL
        AND to_jsonb(OLD) - 'reason' - 'redaction' = to_jsonb(NEW) - 'reason' - 'redaction';
BEGIN
    IF NOT is_sealed AND NOT is_erased THEN
        RAISE EXCEPTION '% of % is refused: its rows are only ever added', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$$;

-- The service says when a reward is taken back, by the clock that everything else of it follows; the trigger says so only for
-- processes of the former version, which do not.
CREATE FUNCTION refuse_reward_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF (to_jsonb(OLD) - ARRAY['status', 'unrecovered', 'release_at', 'codes', 'mac', 'reversed_at'])
        <> (to_jsonb(NEW) - ARRAY['status', 'unrecovered', 'release_at', 'codes', 'mac', 'reversed_at']) THEN
        RAISE EXCEPTION 'nothing of a reward may change but its status' USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.status = 'reversed' AND OLD.status <> 'reversed' THEN
        NEW.reversed_at := coalesce(NEW.reversed_at, clock_timestamp());
    ELSIF NEW.reversed_at IS DISTINCT FROM OLD.reversed_at THEN
        RAISE EXCEPTION 'a reward is taken back once' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$$;

-- What the service's role can't do, the owner is refused as well: history is added to, never rewritten.
CREATE FUNCTION refuse_rewriting() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    RAISE EXCEPTION '% of % is refused: its rows are only ever added', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;

-- Refuses what was decided by rules that are in force no longer, with an error code of its own. Servers of the version before
-- divide by zero for that, and go on doing so.
CREATE FUNCTION require_programme(expected bigint) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
BEGIN
    IF (SELECT max(version) FROM programmes) IS DISTINCT FROM expected THEN
        RAISE EXCEPTION 'another programme is in force' USING ERRCODE = 'SM001';
    END IF;
    RETURN true;
END
$$;

-- Rules, what is trusted, and what trials came to are JSON, as the API has them: SQL can read them, and constraints check them.
-- Servers of the version before go on with the columns that there were: triggers fill whichever is missing. The tables are
-- small: one transaction rewrites them. The next version takes the old columns, these functions and their triggers away.
CREATE FUNCTION rule_condition(kept text) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
    SELECT CASE
        WHEN kept LIKE '%:%>=%' THEN jsonb_build_object(split_part(kept, ':', 1),
            split_part(split_part(kept, '>=', 1), ':', 2), 'at_least', split_part(kept, '>=', 2)::bigint)
        WHEN kept LIKE '%>=%' THEN jsonb_build_object('fact', split_part(kept, '>=', 1),
            'at_least', split_part(kept, '>=', 2)::bigint)
        WHEN kept LIKE 'signed\_up\_within\_days=%'
            THEN jsonb_build_object('signed_up_within_days', split_part(kept, '=', 2)::bigint)
        WHEN kept LIKE '%=%' THEN jsonb_build_object(split_part(kept, '=', 1), split_part(kept, '=', 2))
        ELSE jsonb_build_object(kept, true)
    END
$$;

-- For the columns that versions before 52 read.
CREATE FUNCTION rule_condition_text(condition jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
    SELECT CASE
        WHEN condition ? 'fact' THEN (condition ->> 'fact') || '>=' || (condition ->> 'at_least')
        WHEN condition ? 'counter' THEN 'counter:' || (condition ->> 'counter') || '>=' || (condition ->> 'at_least')
        WHEN condition ? 'milestone' THEN 'milestone=' || (condition ->> 'milestone')
        WHEN condition ? 'platform' THEN 'platform=' || (condition ->> 'platform')
        WHEN condition ? 'signed_up_within_days'
            THEN 'signed_up_within_days=' || (condition ->> 'signed_up_within_days')
        ELSE (SELECT min(key) FROM jsonb_object_keys(condition) AS key)
    END
$$;

CREATE FUNCTION rule_grant(kept text) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
    SELECT jsonb_build_object('to', split_part(kept, ':', 1), 'currency', split_part(kept, ':', 2), 'amount',
        CASE WHEN kept LIKE '%=%' THEN (
            SELECT jsonb_build_object('tiers', jsonb_agg(jsonb_build_object(
                'from', split_part(tier, '=', 1)::bigint, 'amount', split_part(tier, '=', 2)::bigint) ORDER BY place))
            FROM unnest(string_to_array(split_part(kept, ':', 3), '/')) WITH ORDINALITY AS t (tier, place))
        ELSE to_jsonb(split_part(kept, ':', 3)::bigint) END)
$$;

CREATE FUNCTION rule_grant_text(given jsonb) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
    SELECT (given ->> 'to') || ':' || (given ->> 'currency') || ':' ||
        CASE WHEN jsonb_typeof(given -> 'amount') = 'object' THEN (
            SELECT string_agg((tier ->> 'from') || '=' || (tier ->> 'amount'), '/' ORDER BY place)
            FROM jsonb_array_elements(given -> 'amount' -> 'tiers') WITH ORDINALITY AS t (tier, place))
        ELSE given ->> 'amount' END
$$;

-- Of a row of `rule_versions` or `jobs`.
CREATE FUNCTION rule_terms(kept jsonb) RETURNS jsonb
    LANGUAGE sql STABLE
    AS $$
    WITH times AS (
        SELECT (kept ->> 'starts_at')::timestamptz AT TIME ZONE 'UTC' AS starts_at,
            (kept ->> 'ends_at')::timestamptz AT TIME ZONE 'UTC' AS ends_at)
    SELECT jsonb_build_object('description', kept -> 'description',
        'when', (SELECT coalesce(jsonb_agg(rule_condition(condition) ORDER BY place), '[]')
            FROM jsonb_array_elements_text(kept -> 'conditions') WITH ORDINALITY AS c (condition, place)),
        'pay', (SELECT coalesce(jsonb_agg(rule_grant(given) ORDER BY place), '[]')
            FROM jsonb_array_elements_text(kept -> 'grants') WITH ORDINALITY AS g (given, place)),
        'players', kept -> 'players',
        'from', to_char(starts_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'until', to_char(ends_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'limits', jsonb_build_object('per_beneficiary', kept -> 'per_beneficiary',
            'per_beneficiary_per_day', kept -> 'per_beneficiary_per_day', 'budget', kept -> 'budget'),
        'hold', jsonb_build_object('hours', kept -> 'hold_hours'))
    FROM times
$$;

CREATE FUNCTION trial_tally(kept text[]) RETURNS jsonb
    LANGUAGE sql STABLE
    AS $$
    WITH words AS (SELECT string_to_array(line, ' ') AS w, place FROM unnest(kept) WITH ORDINALITY AS l (line, place)),
    given AS (
        SELECT w[3] AS currency, sum(w[4]::bigint) AS rewards,
            least(sum(w[5]::bigint), 9223372036854775807) AS amount
        FROM words WHERE w[1] = 'day' GROUP BY w[3]),
    active AS (
        SELECT w[2] AS currency, w[3]::bigint AS rewards, w[4]::bigint AS amount FROM words WHERE w[1] = 'active')
    SELECT jsonb_build_object('rewards', (SELECT coalesce(sum(rewards), 0) FROM given),
        'beneficiaries', (SELECT w[2]::bigint FROM words WHERE w[1] = 'beneficiaries'),
        'by_day', (SELECT coalesce(jsonb_agg(jsonb_build_object(
            'day', to_char(date '1970-01-01' + w[2]::int, 'YYYY-MM-DD'), 'currency', w[3],
            'rewards', w[4]::bigint, 'amount', w[5]::bigint) ORDER BY place), '[]') FROM words WHERE w[1] = 'day'),
        'largest', (SELECT coalesce(jsonb_agg(jsonb_build_object('uid', w[2], 'currency', w[3],
            'rewards', w[4]::bigint, 'amount', w[5]::bigint) ORDER BY place), '[]') FROM words WHERE w[1] = 'largest'),
        'held', (SELECT coalesce(jsonb_agg(jsonb_build_object('code', w[2], 'currency', w[3],
            'rewards', w[4]::bigint, 'amount', w[5]::bigint) ORDER BY place), '[]') FROM words WHERE w[1] = 'held'),
        'denied', (SELECT coalesce(jsonb_agg(jsonb_build_object('code', w[2], 'currency', w[3],
            'rewards', w[4]::bigint) ORDER BY place), '[]') FROM words WHERE w[1] = 'denied'),
        'difference', (SELECT coalesce(jsonb_agg(jsonb_build_object('currency', currency,
            'trial', jsonb_build_object('rewards', coalesce(g.rewards, 0), 'amount', coalesce(g.amount, 0)),
            'active', jsonb_build_object('rewards', coalesce(a.rewards, 0), 'amount', coalesce(a.amount, 0)),
            'both', coalesce((SELECT w[3]::bigint FROM words WHERE w[1] = 'both' AND w[2] = currency), 0))
            ORDER BY currency), '[]') FROM given AS g FULL JOIN active AS a USING (currency)))
$$;

CREATE FUNCTION trial_tally_lines(tally jsonb) RETURNS text[]
    LANGUAGE sql STABLE
    AS $$
    SELECT ARRAY(
        SELECT concat_ws(' ', 'day', (row ->> 'day')::date - date '1970-01-01', row ->> 'currency', row ->> 'rewards',
            row ->> 'amount') FROM jsonb_array_elements(tally -> 'by_day') AS row)
    || ARRAY(
        SELECT concat_ws(' ', 'held', row ->> 'code', row ->> 'currency', row ->> 'rewards', row ->> 'amount')
        FROM jsonb_array_elements(tally -> 'held') AS row)
    || ARRAY(
        SELECT concat_ws(' ', 'denied', row ->> 'code', row ->> 'currency', row ->> 'rewards')
        FROM jsonb_array_elements(tally -> 'denied') AS row)
    || ARRAY(
        SELECT concat_ws(' ', 'active', row ->> 'currency', row -> 'active' ->> 'rewards', row -> 'active' ->> 'amount')
        FROM jsonb_array_elements(tally -> 'difference') AS row WHERE (row -> 'active' ->> 'rewards')::bigint > 0)
    || ARRAY(
        SELECT concat_ws(' ', 'both', row ->> 'currency', row ->> 'both')
        FROM jsonb_array_elements(tally -> 'difference') AS row WHERE (row ->> 'both')::bigint > 0)
    || ARRAY(SELECT concat_ws(' ', 'beneficiaries', tally ->> 'beneficiaries') WHERE tally ->> 'beneficiaries' <> '')
    || ARRAY(
        SELECT concat_ws(' ', 'largest', row ->> 'uid', row ->> 'currency', row ->> 'rewards', row ->> 'amount')
        FROM jsonb_array_elements(tally -> 'largest') AS row)
$$;

-- The numbers of a check, in the order of the old text.
CREATE FUNCTION trust_numbers(kind text) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
    SELECT (CASE kind WHEN 'same_device' THEN '{at_least}' WHEN 'same_network' THEN '{at_least,hours}'
        WHEN 'burst' THEN '{at_least,minutes}' WHEN 'too_fast' THEN '{seconds}' ELSE '{}' END)::text[]
$$;

CREATE FUNCTION trust_terms(referrals text[], user_events text, checks text[]) RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
    SELECT jsonb_build_object('referrals', (
            SELECT coalesce(jsonb_object_agg(split_part(source, '=', 1), split_part(source, '=', 2)), '{}')
            FROM unnest(referrals) AS source),
        'user_events', user_events,
        'checks', (
            SELECT coalesce(jsonb_object_agg(kind, jsonb_build_object('action', parts[1]) || (
                SELECT coalesce(jsonb_object_agg(number, parts[place + 1]::bigint), '{}')
                FROM unnest(trust_numbers(kind)) WITH ORDINALITY AS n (number, place))), '{}')
            FROM (SELECT split_part(text, '=', 1) AS kind, string_to_array(split_part(text, '=', 2), ':') AS parts
                FROM unnest(checks) AS text) AS c))
$$;

-- Keys of an app's own servers and of administrators, hashed. Only the owner makes and revokes them.
CREATE TABLE api_keys (
    id uuid NOT NULL,
    name text NOT NULL,
    scope text NOT NULL,
    secret_hash bytea NOT NULL,
    created_at timestamptz NOT NULL,
    revoked_at timestamptz,
    -- Null for one that is good until it is revoked.
    expires_at timestamptz,
    -- To the minute; null for one that wasn't used since this column came.
    last_used_at timestamptz,
    -- Whether the secret of a key ends in a tag, by which servers tell an invented key without asking the database. Keys made by
    -- the version before have none: they stay good, and `shipmate check` names them.
    has_tag boolean DEFAULT false NOT NULL,
    mac bytea,
    CONSTRAINT api_keys_scope CHECK ((scope = ANY (ARRAY['admin'::text, 'server'::text, 'read'::text, 'links'::text, 'branch'::text]))),
    CONSTRAINT api_keys_pkey PRIMARY KEY (id)
);
GRANT SELECT ON api_keys TO shipmate_service;
GRANT UPDATE (last_used_at) ON api_keys TO shipmate_service;

-- Who moved money by hand, or made a key.
CREATE TABLE audit_entries (
    id uuid NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    uid uuid,
    detail text NOT NULL,
    created_at timestamptz NOT NULL,
    -- What an act found, and what it left, as JSON; null for acts of before, and where there is nothing to tell.
    before text,
    after text,
    -- Each entry of the audit has a MAC by the ledger key, and a place in a chain: so no entry is planted, changed or removed unnoticed.
    mac bytea,
    sequence bigint,
    seal bytea,
    CONSTRAINT audit_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_entries_action ON audit_entries (action, id);
CREATE INDEX audit_entries_actor ON audit_entries (actor, id);
CREATE UNIQUE INDEX audit_entries_sequence ON audit_entries (sequence) WHERE (sequence IS NOT NULL);
CREATE INDEX audit_entries_uid ON audit_entries (uid, id) WHERE (uid IS NOT NULL);
CREATE INDEX audit_entries_unchained ON audit_entries (id) WHERE ((sequence IS NULL) AND (mac IS NOT NULL));
CREATE TRIGGER audit_entries_append_only BEFORE DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER audit_entries_no_truncate BEFORE TRUNCATE ON audit_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER audit_entries_only_erased BEFORE UPDATE ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entries_operator_limit BEFORE INSERT ON audit_entries FOR EACH ROW WHEN (((new.uid IS NOT NULL) AND (new.actor ~~ 'operator %'::text))) EXECUTE FUNCTION count_operator_action();
GRANT SELECT, INSERT ON audit_entries TO shipmate_service;
GRANT UPDATE (detail, before, after, mac, sequence, seal) ON audit_entries TO shipmate_service;

-- Where accounts stand. `entries` numbers the ledger, so that a lost or doubled entry can't go unseen.
CREATE TABLE balances (
    uid uuid NOT NULL,
    currency text NOT NULL,
    amount bigint NOT NULL,
    entries bigint NOT NULL,
    -- How many of the account's entries are sealed, and the seal of the last of them.
    sealed bigint DEFAULT 0 NOT NULL,
    head bytea,
    CONSTRAINT balances_not_negative CHECK ((amount >= 0)),
    CONSTRAINT balances_pkey PRIMARY KEY (uid, currency)
) WITH (fillfactor='70');
GRANT SELECT, INSERT, UPDATE ON balances TO shipmate_service;

-- What friends brought somebody on each of the last thirty days.
CREATE TABLE brought_days (
    uid uuid NOT NULL,
    currency text NOT NULL,
    -- Days since 1970-01-01, UTC.
    day integer NOT NULL,
    amount bigint NOT NULL,
    CONSTRAINT brought_days_pkey PRIMARY KEY (uid, currency, day)
) WITH (fillfactor='70');
CREATE INDEX brought_days_day ON brought_days (day, uid, currency);
GRANT SELECT, INSERT, DELETE, UPDATE ON brought_days TO shipmate_service;

-- Up to when grants are taken in, and which day is today there.
CREATE TABLE brought_progress (
    is_only boolean DEFAULT true NOT NULL,
    counted_until timestamptz,
    day integer,
    -- While the day turns: the span that a day is leaving, and the last of its rows that did.
    leaving integer,
    left_uid uuid,
    left_currency text DEFAULT ''::text NOT NULL,
    CONSTRAINT brought_progress_only CHECK (is_only),
    CONSTRAINT brought_progress_pkey PRIMARY KEY (is_only)
);
GRANT SELECT, UPDATE ON brought_progress TO shipmate_service;

-- How many have about as much, so that somebody's place isn't counted player by player.
CREATE TABLE brought_ranks (
    currency text NOT NULL,
    days integer NOT NULL,
    bucket integer NOT NULL,
    players bigint NOT NULL,
    CONSTRAINT brought_ranks_pkey PRIMARY KEY (currency, days, bucket)
) WITH (fillfactor='70');
GRANT SELECT, INSERT, UPDATE ON brought_ranks TO shipmate_service;

-- The same within so many days up to today; 0 for all there ever were.
CREATE TABLE brought_sums (
    uid uuid NOT NULL,
    currency text NOT NULL,
    days integer NOT NULL,
    amount bigint NOT NULL,
    CONSTRAINT brought_sums_amount CHECK ((amount >= 0)),
    CONSTRAINT brought_sums_pkey PRIMARY KEY (uid, currency, days)
) WITH (fillfactor='70');
CREATE INDEX brought_sums_amount ON brought_sums (currency, days, amount DESC, uid) WHERE (amount > 0);
GRANT SELECT, INSERT, UPDATE ON brought_sums TO shipmate_service;

-- A budget was one row that whoever paid within it held until the commit was on disk, one after the other. Half of what
-- is left of it is set apart in shares now: who pays takes from one of them, and only where that doesn't do from all at
-- once. `rule_budgets.spent` counts what is set apart, too.
CREATE TABLE budget_shares (
    rule text NOT NULL,
    currency text NOT NULL,
    slot integer NOT NULL,
    -- The budget that the rule had when it was set apart: under another one all is counted anew.
    budget bigint NOT NULL,
    remaining bigint NOT NULL,
    CONSTRAINT budget_shares_remaining CHECK ((remaining >= 0)),
    CONSTRAINT budget_shares_pkey PRIMARY KEY (rule, currency, slot)
) WITH (fillfactor='50');
GRANT SELECT, INSERT, UPDATE ON budget_shares TO shipmate_service;

-- The last sequence of each subject.
CREATE TABLE change_counters (
    uid uuid NOT NULL,
    sequence bigint NOT NULL,
    CONSTRAINT change_counters_pkey PRIMARY KEY (uid)
) WITH (fillfactor='70');
GRANT SELECT, INSERT, UPDATE ON change_counters TO shipmate_service;

-- The types of changes that have a listener. Every process keeps a copy, and reads it again after a change.
CREATE TABLE change_listeners (
    name text NOT NULL,
    types text[] NOT NULL,
    registered_at timestamptz DEFAULT clock_timestamp() NOT NULL,
    -- Null for one that stays until it is removed.
    expires_at timestamptz,
    -- From here on nothing is missing: all processes know of the listener. Null until then.
    confirmed_position bigint,
    CONSTRAINT change_listeners_pkey PRIMARY KEY (name)
);
GRANT SELECT, INSERT, DELETE, UPDATE ON change_listeners TO shipmate_service;

-- Up to where rows are gone.
CREATE TABLE change_retention (
    id boolean DEFAULT true NOT NULL,
    gone_position bigint NOT NULL,
    gone_day date NOT NULL,
    CONSTRAINT change_retention_single CHECK (id),
    CONSTRAINT change_retention_pkey PRIMARY KEY (id)
);
GRANT SELECT ON change_retention TO shipmate_service;

CREATE TABLE changes (
    day date NOT NULL,
    "position" bigint NOT NULL,
    id uuid NOT NULL,
    type text NOT NULL,
    -- The player; null for a change that is about none.
    subject uuid,
    -- 1, 2, 3 … for each subject.
    sequence bigint,
    occurred_at timestamptz NOT NULL,
    -- Not jsonb: it is sent as it was written.
    payload json NOT NULL,
    trace text,
    CONSTRAINT changes_pkey PRIMARY KEY ("position", day)
) PARTITION BY RANGE (day);
CREATE INDEX changes_subject ON changes (subject, "position") WHERE (subject IS NOT NULL);
GRANT SELECT, INSERT, DELETE ON changes TO shipmate_service;

-- What a page's button told of the device, for two hours: keyed hashes, under a salt of the click's own. At most one for a
-- click that is stored, so that there are never more than of those.
CREATE TABLE click_taps (
    click_id uuid NOT NULL,
    screen_points bigint,
    screen_pixels bigint,
    scale bigint,
    time_zone bigint,
    language bigint,
    -- Whether the button copied the invite; null for nobody knows.
    copied boolean,
    CONSTRAINT click_taps_pkey PRIMARY KEY (click_id)
);
GRANT SELECT, INSERT, DELETE ON click_taps TO shipmate_service;

-- Ids rise with time: a click is in the partition that its id names, where the key's index grows at its end. Desktops and
-- bots install nothing, and are in no other index.
CREATE TABLE clicks (
    id uuid NOT NULL,
    clicked_at timestamptz NOT NULL,
    device_hash bigint,
    agent_hash bigint,
    claimed_at timestamptz,
    -- What was counted of it and may be counted once: a bit each.
    events integer DEFAULT 0 NOT NULL,
    platform text NOT NULL,
    code text COLLATE "C",
    long_link text,
    -- The Idempotency-Key that a click or a one-time link was claimed under, hashed: the same claim sent again gets the
    -- same reply.
    claim_key bytea,
    kept_link text,
    CONSTRAINT clicks_kept_link_length CHECK ((octet_length(kept_link) <= 512)),
    CONSTRAINT clicks_pkey PRIMARY KEY (id)
) PARTITION BY RANGE (id);
CREATE INDEX clicks_claim_key ON clicks (claim_key) WHERE (claim_key IS NOT NULL);
CREATE INDEX clicks_device ON clicks (device_hash, clicked_at) WHERE (device_hash IS NOT NULL);
GRANT SELECT, INSERT ON clicks TO shipmate_service;
GRANT UPDATE (claimed_at, events, claim_key) ON clicks TO shipmate_service;

CREATE TABLE console_sessions (
    id uuid NOT NULL,
    -- Of the cookie's token.
    token_hash bytea NOT NULL,
    -- Whose it is: an operator's or a key's.
    operator uuid,
    api_key uuid,
    address text NOT NULL,
    user_agent text NOT NULL,
    created_at timestamptz NOT NULL,
    -- To the minute.
    seen_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    ended_at timestamptz,
    CONSTRAINT console_sessions_holder CHECK ((num_nonnulls(operator, api_key) = 1)),
    CONSTRAINT console_sessions_user_agent_length CHECK ((char_length(user_agent) <= 200)),
    CONSTRAINT console_sessions_pkey PRIMARY KEY (id),
    CONSTRAINT console_sessions_token_hash UNIQUE (token_hash)
);
GRANT SELECT, INSERT, DELETE ON console_sessions TO shipmate_service;
GRANT UPDATE (seen_at, ended_at) ON console_sessions TO shipmate_service;

-- The password before the last change, for five minutes: a client that lost the reply repeats the request with it.
CREATE TABLE credential_changes (
    uid uuid NOT NULL,
    -- The session that changed it.
    sid uuid NOT NULL,
    password_hash text NOT NULL,
    changed_at timestamptz NOT NULL,
    CONSTRAINT credential_changes_pkey PRIMARY KEY (uid)
);
CREATE INDEX credential_changes_changed_at ON credential_changes (changed_at);
GRANT SELECT, INSERT, DELETE, UPDATE ON credential_changes TO shipmate_service;

-- E-mail credentials, keyed by e-mail: two users can't own one, whichever commits first.
CREATE TABLE credentials (
    email text NOT NULL,
    uid uuid NOT NULL,
    password_hash text NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT credentials_pkey PRIMARY KEY (email)
);
CREATE INDEX credentials_email_start ON credentials (email COLLATE "C");
GRANT SELECT, INSERT, DELETE, UPDATE ON credentials TO shipmate_service;

-- Which currencies there are: by hand nothing is moved in one that nobody declared, such as a mistyped one. Those in use are
-- declared here.
CREATE TABLE currencies (
    name text NOT NULL COLLATE "C",
    title text NOT NULL,
    state text NOT NULL,
    created_at timestamptz DEFAULT clock_timestamp() NOT NULL,
    changed_at timestamptz DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT currencies_name CHECK ((name ~ '^[a-z][a-z0-9_]{0,62}$'::text)),
    CONSTRAINT currencies_state CHECK ((state = ANY (ARRAY['active'::text, 'archived'::text]))),
    CONSTRAINT currencies_pkey PRIMARY KEY (name)
);
GRANT SELECT, INSERT, UPDATE ON currencies TO shipmate_service;

-- Up to when each kind of row is taken in.
CREATE TABLE day_count_progress (
    source text NOT NULL,
    counted_until timestamptz DEFAULT '-infinity'::timestamptz NOT NULL,
    CONSTRAINT day_count_progress_pkey PRIMARY KEY (source)
);
GRANT SELECT, UPDATE ON day_count_progress TO shipmate_service;

-- How much there was of what on each day, added up behind the traffic: a worker takes in what is a minute old, and who reads
-- adds what came since. So no row that is written for a player is written for a report, too.
CREATE TABLE day_counts (
    measure text NOT NULL COLLATE "C",
    -- Days since 1970-01-01, UTC.
    day integer NOT NULL,
    -- The currency or the rule; empty where there is one number a day.
    name text NOT NULL COLLATE "C",
    value bigint NOT NULL,
    CONSTRAINT day_counts_pkey PRIMARY KEY (measure, day, name)
) WITH (fillfactor='70');
GRANT SELECT, INSERT, UPDATE ON day_counts TO shipmate_service;

CREATE TABLE deliveries (
    webhook uuid NOT NULL,
    -- As in `changes`; a test has a position of its own.
    "position" bigint NOT NULL,
    day date NOT NULL,
    change uuid NOT NULL,
    type text NOT NULL,
    subject uuid,
    -- Of a test, which is not in `changes`.
    payload json,
    state text NOT NULL,
    attempts integer NOT NULL,
    created_at timestamptz NOT NULL,
    -- When it is to be sent; null while it waits for another of its subject, or is over.
    due_at timestamptz,
    -- Whether it was sent before, and is sent again because an administrator asked for it.
    is_replay boolean NOT NULL,
    attempted_at timestamptz,
    -- Of the last attempt: HTTP's status, or why there was none; and the start of the reply.
    status integer,
    failure text,
    reply text,
    CONSTRAINT deliveries_reply_length CHECK ((octet_length(reply) <= 4096)),
    CONSTRAINT deliveries_state CHECK ((state = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text, 'missed'::text]))),
    CONSTRAINT deliveries_pkey PRIMARY KEY (webhook, "position", day)
) PARTITION BY RANGE (day);
CREATE INDEX deliveries_due ON deliveries (webhook, is_replay, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX deliveries_pending ON deliveries (webhook, subject, "position") WHERE (state = 'pending'::text);
CREATE INDEX deliveries_undelivered ON deliveries (webhook, "position") WHERE (state <> 'delivered'::text);
GRANT SELECT, INSERT, DELETE, UPDATE ON deliveries TO shipmate_service;

-- Users leave. What is kept of a person goes when its time has come; the uid stays as a tombstone, so that the ledger, the
-- rewards and the referral tree add up.
CREATE TABLE erasures (
    uid uuid NOT NULL,
    asked_at timestamptz NOT NULL,
    -- When the worker has something to do for it next; null when all is done.
    due_at timestamptz,
    -- When the user became a tombstone; until then signing in takes the wish back.
    erased_at timestamptz,
    CONSTRAINT erasures_open CHECK (((due_at IS NOT NULL) OR (erased_at IS NOT NULL))),
    CONSTRAINT erasures_pkey PRIMARY KEY (uid)
);
CREATE INDEX erasures_done ON erasures (erased_at, uid) WHERE (erased_at IS NOT NULL);
CREATE INDEX erasures_due ON erasures (due_at) WHERE (due_at IS NOT NULL);
GRANT SELECT, INSERT, DELETE, UPDATE ON erasures TO shipmate_service;

-- Events as they were first answered: what happened, what it left of the user, and what the rules decided. A repeat is
-- answered from here.
CREATE TABLE events (
    uid uuid NOT NULL,
    id uuid NOT NULL,
    type text NOT NULL,
    level integer,
    milestone text,
    referrer uuid,
    occurred_at timestamptz,
    received_at timestamptz NOT NULL,
    -- The user right after the event.
    user_level integer NOT NULL,
    user_highest_level integer NOT NULL,
    user_referred_by uuid,
    user_signed_up_at timestamptz,
    user_last_signin_at timestamptz,
    -- rule=outcome=reason, in the order of the rules.
    decisions text[] NOT NULL,
    counter text,
    increment bigint,
    -- The programme, and a letter for each of its rules; `decisions` then has only what the event changed.
    standing text,
    -- A player's app reports the kind of device that it runs on.
    platform text,
    -- The place of a fact among all facts, in the order in which the service recorded them: those of one transaction share one time.
    -- Empty for a fact of the version before, whose place is that of its time.
    number bigint,
    CONSTRAINT events_facts CHECK (
CASE type
    WHEN 'level_reached'::text THEN ((level IS NOT NULL) AND (num_nonnulls(milestone, referrer, counter, increment, platform) = 0))
    WHEN 'milestone_reached'::text THEN ((milestone IS NOT NULL) AND (num_nonnulls(level, referrer, counter, increment, platform) = 0))
    WHEN 'counter_incremented'::text THEN ((num_nonnulls(counter, increment) = 2) AND (num_nonnulls(level, milestone, referrer, platform) = 0))
    WHEN 'platform_used'::text THEN ((platform IS NOT NULL) AND (num_nonnulls(level, milestone, referrer, counter, increment) = 0))
    WHEN 'referrer_recorded'::text THEN ((referrer IS NOT NULL) AND (num_nonnulls(level, milestone, counter, increment, platform) = 0))
    WHEN 'credential_linked'::text THEN (num_nonnulls(level, milestone, referrer, counter, increment, platform) = 0)
    WHEN 'email_verified'::text THEN (num_nonnulls(level, milestone, referrer, counter, increment, platform) = 0)
    WHEN 'player_merged'::text THEN ((referrer IS NOT NULL) AND (num_nonnulls(level, milestone, counter, increment, platform) = 0))
    ELSE false
END),
    CONSTRAINT events_pkey PRIMARY KEY (uid, id)
);
CREATE INDEX events_referrers ON events (received_at) WHERE (type = 'referrer_recorded'::text);
CREATE TRIGGER events_append_only BEFORE DELETE OR UPDATE ON events FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER events_no_truncate BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
GRANT SELECT, INSERT ON events TO shipmate_service;

-- The use of an external id as a way into the account. Every imported account has an id, and most never use it.
CREATE TABLE external_id_uses (
    uid uuid NOT NULL,
    -- The id whose token was accepted here; empty for none.
    external_id text COLLATE "C",
    -- The hour in which a token was accepted last.
    used_at timestamptz,
    -- When a reset by an e-mail that was never verified ended the id as a way in. The back end still names the player by it.
    ended_at timestamptz,
    -- When the owner linked it again after that, with proof.
    linked_at timestamptz,
    -- When an e-mail that was never verified was taken off the account, while nothing else led into it.
    released_at timestamptz,
    CONSTRAINT external_id_uses_used CHECK ((num_nonnulls(external_id, used_at) = ANY (ARRAY[0, 2]))),
    CONSTRAINT external_id_uses_pkey PRIMARY KEY (uid)
);
GRANT SELECT, INSERT, DELETE, UPDATE ON external_id_uses TO shipmate_service;

-- What back ends and issuers of tokens know players by. Keyed by the id, so that it is one user's whichever shard the user
-- lives on.
CREATE TABLE external_ids (
    external_id text NOT NULL COLLATE "C",
    uid uuid NOT NULL,
    CONSTRAINT external_ids_length CHECK (((char_length(external_id) >= 1) AND (char_length(external_id) <= 255))),
    CONSTRAINT external_ids_pkey PRIMARY KEY (external_id)
);
GRANT SELECT, INSERT, DELETE ON external_ids TO shipmate_service;

-- Players sign in with identities that others vouch for: Apple's, Google's, or any issuer's. Keyed by provider and subject, so
-- that an identity is one user's whichever shard the user lives on.
CREATE TABLE identities (
    -- Such as `google:110169484474386276334`.
    identity text NOT NULL COLLATE "C",
    uid uuid NOT NULL,
    CONSTRAINT identities_pkey PRIMARY KEY (identity)
);
GRANT SELECT, INSERT, DELETE ON identities TO shipmate_service;

-- An install may have a key, whose private half never leaves the device. Refreshing its sessions needs a proof by it.
CREATE TABLE install_keys (
    -- A keyed hash of the public key.
    thumbprint bytea NOT NULL,
    uid uuid NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT install_keys_thumbprint_length CHECK ((octet_length(thumbprint) = 32)),
    CONSTRAINT install_keys_pkey PRIMARY KEY (thumbprint)
);
CREATE INDEX install_keys_uid ON install_keys (uid);
GRANT SELECT, INSERT, DELETE ON install_keys TO shipmate_service;

-- Work on all players that administrators ask for, by whichever process, one at a time: trials of rules, and backfills.
-- Small, and the coordinator's own on Citus.
CREATE TABLE jobs (
    id uuid NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    -- The rule that is tried, which may be nowhere else, or the one that is filled in; as in `rule_versions`.
    name text NOT NULL,
    version bigint NOT NULL,
    description text NOT NULL,
    conditions text[] NOT NULL,
    grants text[] NOT NULL,
    players text NOT NULL,
    starts_at timestamptz,
    ends_at timestamptz,
    per_beneficiary bigint,
    per_beneficiary_per_day bigint,
    budget bigint,
    hold_hours bigint NOT NULL,
    -- When the facts arrived that a trial replays.
    facts_from timestamptz,
    facts_until timestamptz,
    made_at timestamptz NOT NULL,
    made_by text NOT NULL,
    ended_at timestamptz,
    -- The last player that is done with, and what it all came to so far.
    done_uid uuid,
    progress_permille integer DEFAULT 0 NOT NULL,
    result text[] DEFAULT '{}'::text[] NOT NULL,
    failure text,
    -- Whoever is at it keeps the lease; who takes it over takes the next turn.
    turn bigint DEFAULT 0 NOT NULL,
    leased_until timestamptz DEFAULT '-infinity'::timestamptz NOT NULL,
    terms jsonb NOT NULL,
    tally jsonb DEFAULT '{}'::jsonb NOT NULL,
    CONSTRAINT jobs_kind CHECK ((kind = ANY (ARRAY['trial'::text, 'backfill'::text]))),
    CONSTRAINT jobs_progress CHECK (((progress_permille >= 0) AND (progress_permille <= 1000))),
    CONSTRAINT jobs_state CHECK ((state = ANY (ARRAY['waiting'::text, 'running'::text, 'done'::text, 'failed'::text]))),
    CONSTRAINT jobs_terms CHECK (COALESCE(((jsonb_typeof((terms -> 'when'::text)) = 'array'::text) AND (jsonb_typeof((terms -> 'pay'::text)) = 'array'::text)), false)),
    CONSTRAINT jobs_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX jobs_one ON jobs ((true)) WHERE (state = ANY (ARRAY['waiting'::text, 'running'::text]));
CREATE TRIGGER jobs_tally BEFORE UPDATE ON jobs FOR EACH ROW EXECUTE FUNCTION keep_trial_tally();
CREATE TRIGGER jobs_terms BEFORE INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION keep_rule_terms();
GRANT SELECT, INSERT, UPDATE ON jobs TO shipmate_service;

-- From which addresses an account has signed in, so that strangers' failures don't hold it up there. Of an address only
-- a keyed hash together with the uid is kept: rows of two users can't be joined. A few for each user, for some weeks.
CREATE TABLE known_addresses (
    uid uuid NOT NULL,
    address_hash bytea NOT NULL,
    -- To the day: it is written anew once a day at most.
    seen_at timestamptz NOT NULL,
    CONSTRAINT known_addresses_hash_length CHECK ((octet_length(address_hash) = 16)),
    CONSTRAINT known_addresses_pkey PRIMARY KEY (uid, address_hash)
);
CREATE INDEX known_addresses_seen_at ON known_addresses (seen_at);
GRANT SELECT, INSERT, DELETE, UPDATE ON known_addresses TO shipmate_service;

-- Work on the whole ledger that one process at a time does: who holds the lease, and when it is due again.
CREATE TABLE ledger_duties (
    name text NOT NULL,
    turn bigint DEFAULT 0 NOT NULL,
    due_at timestamptz DEFAULT clock_timestamp() NOT NULL,
    leased_until timestamptz DEFAULT '-infinity'::timestamptz NOT NULL,
    CONSTRAINT ledger_duties_pkey PRIMARY KEY (name)
);
GRANT SELECT, UPDATE ON ledger_duties TO shipmate_service;

-- The ledger: append-only, each account a gapless chain whose last balance_after is its balance.
CREATE TABLE ledger_entries (
    uid uuid NOT NULL,
    id uuid NOT NULL,
    currency text NOT NULL,
    sequence bigint NOT NULL,
    kind text NOT NULL,
    amount bigint NOT NULL,
    balance_after bigint NOT NULL,
    rule text,
    subject uuid,
    reason text NOT NULL,
    created_at timestamptz NOT NULL,
    -- Entries are sealed, by a key that is not in the database, each over the one before: whoever rewrites history here is
    -- found by `shipmate ledger verify`. Nothing is written to the rows there are: the service seals them later, bit by bit.
    seal bytea,
    -- What somebody wrote about a player by hand is replaced by `erased`, once, and nothing else of an entry changes: its seal
    -- stays, those after it are sealed over that, and `redaction` is the key's own word that its reason went so.
    redaction bytea,
    -- The entry of the same user that an entry takes back: a reversal's grant, a refund's redemption.
    undoes uuid,
    CONSTRAINT ledger_entries_amount CHECK ((amount <> 0)),
    CONSTRAINT ledger_entries_balance CHECK ((balance_after >= 0)),
    CONSTRAINT ledger_entries_cause CHECK (((undoes IS NOT NULL) = (kind = ANY (ARRAY['refund'::text, 'reversal'::text])))),
    CONSTRAINT ledger_entries_kind CHECK ((kind = ANY (ARRAY['grant'::text, 'redemption'::text, 'refund'::text, 'adjustment'::text, 'reversal'::text, 'transfer'::text]))),
    CONSTRAINT ledger_entries_chain UNIQUE (uid, currency, sequence),
    CONSTRAINT ledger_entries_pkey PRIMARY KEY (uid, id)
);
CREATE INDEX ledger_entries_created_at ON ledger_entries USING brin (created_at) WITH (autosummarize='on');
CREATE UNIQUE INDEX ledger_entries_undoes ON ledger_entries (uid, undoes) WHERE (undoes IS NOT NULL);
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER ledger_entries_no_truncate BEFORE TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER ledger_entries_only_sealed BEFORE UPDATE ON ledger_entries FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();
GRANT SELECT, INSERT ON ledger_entries TO shipmate_service;
GRANT UPDATE (reason, seal, redaction) ON ledger_entries TO shipmate_service;

-- How far an account was sealed when a statement was made, where that had changed since the one before: a statement can
-- be held against the entries at any later time.
CREATE TABLE ledger_heads (
    uid uuid NOT NULL,
    currency text NOT NULL,
    statement bigint NOT NULL,
    sealed bigint NOT NULL,
    CONSTRAINT ledger_heads_pkey PRIMARY KEY (uid, currency, statement)
);
GRANT SELECT, INSERT ON ledger_heads TO shipmate_service;

-- Which keys have sealed here, by their ids: a process that was given another key is told so at its start.
CREATE TABLE ledger_keys (
    id integer NOT NULL,
    -- What only the key makes of its id.
    proof bytea NOT NULL,
    created_at timestamptz DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT ledger_keys_pkey PRIMARY KEY (id)
);
GRANT SELECT, INSERT ON ledger_keys TO shipmate_service;

-- Statements of all heads, signed, each naming the one before.
CREATE TABLE ledger_statements (
    number bigint NOT NULL,
    body text NOT NULL,
    CONSTRAINT ledger_statements_pkey PRIMARY KEY (number)
);
CREATE TRIGGER ledger_statements_append_only BEFORE DELETE OR UPDATE ON ledger_statements FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER ledger_statements_no_truncate BEFORE TRUNCATE ON ledger_statements FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
GRANT SELECT, INSERT ON ledger_statements TO shipmate_service;

-- What callers have used of their rate limits in all processes together, so that neither another process
-- nor a restart is a new allowance. Approximate, and written behind the replies; only of callers who have used a part
-- of theirs that is worth a row. A key is a keyed hash of the limit and the caller.
CREATE TABLE limit_uses (
    key bigint NOT NULL,
    -- When the caller will have the whole allowance again; the row may go then.
    full_at timestamptz NOT NULL,
    -- As late as that can be: it only bounds full_at.
    full_at_most timestamptz NOT NULL,
    CONSTRAINT limit_uses_pkey PRIMARY KEY (key)
) WITH (fillfactor='70');
GRANT SELECT, INSERT, DELETE, UPDATE ON limit_uses TO shipmate_service;

-- Small whatever the traffic: clicks are added up, never counted again.
CREATE TABLE link_stats (
    code text NOT NULL COLLATE "C",
    -- Days since 1970-01-01, UTC.
    day integer NOT NULL,
    platform text NOT NULL,
    click bigint DEFAULT 0 NOT NULL,
    redirect bigint DEFAULT 0 NOT NULL,
    install bigint DEFAULT 0 NOT NULL,
    first_open bigint DEFAULT 0 NOT NULL,
    re_open bigint DEFAULT 0 NOT NULL,
    declined bigint DEFAULT 0 NOT NULL,
    shared bigint DEFAULT 0 NOT NULL,
    claim_click_id bigint DEFAULT 0 NOT NULL,
    claim_install_referrer bigint DEFAULT 0 NOT NULL,
    claim_link bigint DEFAULT 0 NOT NULL,
    claim_clipboard bigint DEFAULT 0 NOT NULL,
    claim_device bigint DEFAULT 0 NOT NULL,
    claim_none bigint DEFAULT 0 NOT NULL,
    CONSTRAINT link_stats_pkey PRIMARY KEY (code, day, platform)
) WITH (fillfactor='70');
GRANT SELECT, INSERT, DELETE, UPDATE ON link_stats TO shipmate_service;

-- Links, keyed by code: opening one is one look-up, wherever it is stored.
CREATE TABLE links (
    code text NOT NULL COLLATE "C",
    -- All that a long link can say, as one; what it can't follows in columns of its own.
    long_link text NOT NULL,
    -- JSON as it was given, and what it says to us: key, value, key, value, …
    data text,
    directives text[] NOT NULL,
    channel text,
    feature text,
    campaign text,
    tags text[] NOT NULL,
    one_time boolean NOT NULL,
    expires_at timestamptz,
    uid uuid,
    claimed_at timestamptz,
    created_at timestamptz NOT NULL,
    claim_key bytea,
    -- Administrators switch links off, and list them. What old systems' calls said of a link that means nothing here is kept, to be
    -- given back: key, value, key, value, …
    switched_off_at timestamptz,
    legacy text[],
    CONSTRAINT links_code_shape CHECK ((code ~ '^[0-9A-Za-z_-]{1,128}$'::text)),
    CONSTRAINT links_directives_pairs CHECK (((cardinality(directives) % 2) = 0)),
    CONSTRAINT links_pkey PRIMARY KEY (code)
);
CREATE INDEX links_newest ON links (created_at, code);
CREATE INDEX links_of_creator ON links (uid, created_at, code) WHERE (uid IS NOT NULL);
CREATE INDEX links_off ON links (created_at, code) WHERE (switched_off_at IS NOT NULL);
GRANT SELECT, INSERT, DELETE ON links TO shipmate_service;
GRANT UPDATE (long_link, data, directives, channel, feature, campaign, tags, uid, claimed_at, claim_key, switched_off_at, legacy) ON links TO shipmate_service;

-- What links in mails are good for, each once. Of a token only the hash.
CREATE TABLE mail_tokens (
    uid uuid NOT NULL,
    token_hash bytea NOT NULL,
    purpose text NOT NULL,
    -- What is proved, changed to, or put back.
    email text NOT NULL,
    expires_at timestamptz NOT NULL,
    -- When a mail was ordered: an undo restores what was there before its own mail, and ends the links of later ones.
    created_at timestamptz,
    CONSTRAINT mail_tokens_hash_length CHECK ((octet_length(token_hash) = 32)),
    CONSTRAINT mail_tokens_pkey PRIMARY KEY (uid, token_hash)
);
CREATE INDEX mail_tokens_expires_at ON mail_tokens (expires_at);
GRANT SELECT, INSERT, DELETE ON mail_tokens TO shipmate_service;
GRANT UPDATE (expires_at) ON mail_tokens TO shipmate_service;

-- What is still to be sent, written with what caused it. It goes once it was sent, and its link's secret with it.
CREATE TABLE mails (
    -- Whose account it is about; of a reset that was asked for by e-mail somebody's who isn't there.
    uid uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    recipient text NOT NULL,
    -- As BCP 47 has it.
    language text NOT NULL,
    -- What the link proves itself with, for as long as nobody has it.
    token bytea,
    created_at timestamptz NOT NULL,
    -- From when on it would be of no use: it is given up then.
    expires_at timestamptz NOT NULL,
    -- When it is to be tried, or tried again; later for as long as a process is at it.
    due_at timestamptz NOT NULL,
    attempts bigint DEFAULT 0 NOT NULL,
    -- What a mail names besides its recipient: a provider, or a date.
    detail text,
    CONSTRAINT mails_pkey PRIMARY KEY (uid, id)
) WITH (fillfactor='70');
CREATE INDEX mails_due ON mails (due_at);
GRANT SELECT, INSERT, DELETE, UPDATE ON mails TO shipmate_service;

-- The same, seen from the account.
CREATE TABLE merged_users (
    uid uuid NOT NULL,
    merged uuid NOT NULL,
    -- The player's, which stands for the account now; null once that is erased.
    referral_code text,
    CONSTRAINT merged_users_pkey PRIMARY KEY (uid, merged)
);
GRANT SELECT, INSERT, UPDATE ON merged_users TO shipmate_service;

-- An anonymous player may become an account that is there. Its history stays under the old uid, which leads to the account
-- from then on.
CREATE TABLE merges (
    -- The anonymous player's.
    uid uuid NOT NULL,
    account uuid NOT NULL,
    -- How many players it had referred, who are counted for the account.
    players bigint NOT NULL,
    merged_at timestamptz NOT NULL,
    -- When it is to be looked for what came in for the old uid since; null when there is nothing to look for.
    due_at timestamptz,
    -- What friends brought an anonymous player is, on leaderboards, the account's that it became.
    is_brought_over boolean DEFAULT false NOT NULL,
    mac bytea,
    CONSTRAINT merges_pkey PRIMARY KEY (uid)
) WITH (fillfactor='70');
CREATE INDEX merges_brought_over ON merges (uid) WHERE (NOT is_brought_over);
CREATE INDEX merges_due ON merges (due_at) WHERE (due_at IS NOT NULL);
GRANT SELECT, INSERT, UPDATE ON merges TO shipmate_service;

CREATE TABLE operator_days (
    operator uuid NOT NULL,
    day date NOT NULL,
    actions integer NOT NULL,
    CONSTRAINT operator_days_pkey PRIMARY KEY (operator, day)
);
GRANT SELECT ON operator_days TO shipmate_service;

CREATE TABLE operator_invitations (
    -- Of the link's token.
    token_hash bytea NOT NULL,
    operator uuid NOT NULL,
    -- Encrypted, as the invitation's of this operator with this role.
    totp_secret bytea NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at timestamptz,
    CONSTRAINT operator_invitations_pkey PRIMARY KEY (token_hash)
);
GRANT SELECT, DELETE ON operator_invitations TO shipmate_service;
GRANT UPDATE (used_at) ON operator_invitations TO shipmate_service;

CREATE TABLE operators (
    id uuid NOT NULL,
    -- In lower case.
    email text NOT NULL,
    role text NOT NULL,
    -- Null until the invitation was accepted, and after a reset; so is all that follows from it.
    password_hash text,
    -- Encrypted, as this operator's with this role.
    totp_secret bytea,
    -- The last step of 30 seconds whose code was accepted: no code is accepted twice.
    totp_step bigint,
    -- Keyed hashes of the codes that are left.
    recovery_hashes bytea[] DEFAULT '{}'::bytea[] NOT NULL,
    created_at timestamptz NOT NULL,
    -- To the minute.
    seen_at timestamptz,
    removed_at timestamptz,
    CONSTRAINT operators_role CHECK ((role = ANY (ARRAY['viewer'::text, 'support'::text, 'manager'::text, 'admin'::text]))),
    CONSTRAINT operators_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX operators_email ON operators (email) WHERE (removed_at IS NULL);
GRANT SELECT ON operators TO shipmate_service;
GRANT UPDATE (password_hash, totp_secret, totp_step, recovery_hashes, seen_at) ON operators TO shipmate_service;

-- Accounts come along from other systems.
CREATE TABLE password_schemes (
    -- Such as firebase-scrypt:8:14.
    scheme text NOT NULL,
    CONSTRAINT password_schemes_pkey PRIMARY KEY (scheme)
);
GRANT SELECT, INSERT ON password_schemes TO shipmate_service;

-- E-mails that an account had before, and when they were verified: a change back to one is told apart from a change to a new one.
CREATE TABLE past_emails (
    uid uuid NOT NULL,
    -- A keyed hash of the e-mail and the uid: the address itself is not kept.
    email_hash bytea NOT NULL,
    attached_at timestamptz NOT NULL,
    verified_at timestamptz NOT NULL,
    CONSTRAINT past_emails_hash_length CHECK ((octet_length(email_hash) = 16)),
    CONSTRAINT past_emails_pkey PRIMARY KEY (uid, email_hash)
);
GRANT SELECT, INSERT, DELETE, UPDATE ON past_emails TO shipmate_service;

CREATE TABLE pending_changes (
    -- Of an adjustment: the id of its entry in the ledger.
    id uuid NOT NULL,
    kind text NOT NULL,
    -- Of a rule: its name, and the version that the change was made from.
    rule text,
    version bigint,
    terms jsonb,
    -- That the operator saw before proposing the terms.
    trial uuid,
    rule_state text,
    former_state text,
    -- Of an adjustment.
    uid uuid,
    currency text,
    amount bigint,
    reason text,
    made_at timestamptz NOT NULL,
    made_by text NOT NULL,
    -- Null for an API key.
    operator uuid,
    state text DEFAULT 'waiting'::text NOT NULL,
    decided_at timestamptz,
    decided_by text,
    CONSTRAINT pending_changes_decided CHECK (((state = 'waiting'::text) = (decided_at IS NULL))),
    CONSTRAINT pending_changes_kind CHECK ((kind = ANY (ARRAY['adjustment'::text, 'rule.add'::text, 'rule.change'::text, 'rule.state'::text, 'rule.backfill'::text, 'programme.change'::text]))),
    CONSTRAINT pending_changes_state CHECK ((state = ANY (ARRAY['waiting'::text, 'approved'::text, 'refused'::text, 'withdrawn'::text]))),
    CONSTRAINT pending_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX pending_changes_uid ON pending_changes (uid) WHERE (uid IS NOT NULL);
CREATE INDEX pending_changes_waiting ON pending_changes (made_at, id) WHERE (state = 'waiting'::text);
GRANT SELECT, INSERT, DELETE ON pending_changes TO shipmate_service;
GRANT UPDATE (state, decided_at, decided_by) ON pending_changes TO shipmate_service;

CREATE TABLE player_notes (
    uid uuid NOT NULL,
    id uuid NOT NULL,
    -- As the audit names the operator.
    author text NOT NULL,
    note text NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT player_notes_note_length CHECK (((char_length(note) >= 1) AND (char_length(note) <= 2000))),
    CONSTRAINT player_notes_pkey PRIMARY KEY (uid, id)
);
GRANT SELECT, INSERT, DELETE ON player_notes TO shipmate_service;

-- Which versions of which rules were in force together, in their order: an event names the programme that judged it.
CREATE TABLE programmes (
    version bigint NOT NULL,
    names text[] NOT NULL,
    versions bigint[] NOT NULL,
    made_at timestamptz NOT NULL,
    -- Which trust a programme goes by; null, as servers of the version before leave it, for the newest.
    trust bigint,
    CONSTRAINT programmes_pkey PRIMARY KEY (version)
);
CREATE TRIGGER programmes_append_only BEFORE DELETE OR UPDATE ON programmes FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER programmes_no_truncate BEFORE TRUNCATE ON programmes FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
GRANT SELECT, INSERT ON programmes TO shipmate_service;

-- When an account was recovered last, and the reset that waits for its time.
CREATE TABLE recoveries (
    uid uuid NOT NULL,
    -- The last reset or undo.
    recovered_at timestamptz,
    -- A reset of an account with an e-mail that was never verified takes effect later; until then it can be refused.
    email text,
    password_hash text,
    language text,
    asked_at timestamptz,
    due_at timestamptz,
    CONSTRAINT recoveries_pending CHECK ((num_nonnulls(email, password_hash, language, asked_at, due_at) = ANY (ARRAY[0, 5]))),
    CONSTRAINT recoveries_pkey PRIMARY KEY (uid)
);
CREATE INDEX recoveries_due ON recoveries (due_at) WHERE (due_at IS NOT NULL);
GRANT SELECT, INSERT, DELETE, UPDATE ON recoveries TO shipmate_service;

-- Keyed by code, so that a code is unique whichever shard its user lives on.
CREATE TABLE referral_codes (
    code text NOT NULL,
    uid uuid NOT NULL,
    CONSTRAINT referral_codes_alphabet CHECK (((octet_length(code) = 10) AND (code ~ '^[0-9A-HJKMNP-TV-Z]*$'::text))),
    CONSTRAINT referral_codes_pkey PRIMARY KEY (code)
);
GRANT SELECT, INSERT, DELETE ON referral_codes TO shipmate_service;

-- How many somebody referred, for those who referred many: others are counted when somebody asks. It fills itself, and
-- what a process of an earlier version didn't count is found when the counts are next compared with the users.
CREATE TABLE referral_counts (
    uid uuid NOT NULL,
    -- Counts are spread over several rows, so that those who count for one referrer at once don't wait for each other.
    slot integer NOT NULL,
    referred bigint NOT NULL,
    signed_up bigint NOT NULL,
    rewarded bigint NOT NULL,
    -- When to compare, in slot 0.
    recount_at timestamptz,
    CONSTRAINT referral_counts_pkey PRIMARY KEY (uid, slot)
) WITH (fillfactor='70');
GRANT SELECT, INSERT, UPDATE ON referral_counts TO shipmate_service;

-- Redemptions that the app has still to keep, by the id of their entry, which took the amount already.
CREATE TABLE reservations (
    uid uuid NOT NULL,
    id uuid NOT NULL,
    currency text NOT NULL,
    amount bigint NOT NULL,
    minutes integer NOT NULL,
    expires_at timestamptz NOT NULL,
    state text DEFAULT 'reserved'::text NOT NULL,
    mac bytea,
    CONSTRAINT reservations_amount CHECK ((amount > 0)),
    CONSTRAINT reservations_minutes CHECK (((minutes >= 1) AND (minutes <= 1440))),
    CONSTRAINT reservations_state CHECK ((state = ANY (ARRAY['reserved'::text, 'captured'::text, 'cancelled'::text, 'expired'::text]))),
    CONSTRAINT reservations_pkey PRIMARY KEY (uid, id)
);
CREATE INDEX reservations_due ON reservations (expires_at) WHERE (state = 'reserved'::text);
GRANT SELECT, INSERT ON reservations TO shipmate_service;
GRANT UPDATE (expires_at, state, mac) ON reservations TO shipmate_service;

-- Sessions ended before their access tokens expired. Every process knows them: by notification, and by reading this
-- table whenever it has (re)connected.
CREATE TABLE revocations (
    sid uuid NOT NULL,
    -- When the last access token of the session has expired and the row may go.
    expires_at timestamptz NOT NULL,
    CONSTRAINT revocations_pkey PRIMARY KEY (sid)
);
CREATE INDEX revocations_expires_at ON revocations (expires_at);
GRANT SELECT, INSERT, DELETE, UPDATE ON revocations TO shipmate_service;

-- What rules with limits or tiers have given to somebody: the row is the lock that makes a limit hold.
CREATE TABLE reward_places (
    uid uuid NOT NULL,
    rule text NOT NULL,
    currency text NOT NULL,
    -- The version of the rule since which it was counted; what another has is counted anew, from the rewards.
    epoch bigint DEFAULT '-1'::integer NOT NULL,
    given bigint DEFAULT 0 NOT NULL,
    -- When, within the last day, in microseconds since 1970; for rules with a limit a day.
    recent text DEFAULT ''::text NOT NULL,
    -- What of `given` was given to players who became the user, for whom nothing is counted among the user's own rewards.
    carried bigint DEFAULT 0 NOT NULL,
    CONSTRAINT reward_places_pkey PRIMARY KEY (uid, rule, currency)
) WITH (fillfactor='70');
GRANT SELECT, INSERT, UPDATE ON reward_places TO shipmate_service;

-- Rewards, one for each (beneficiary, subject, rule): the constraint is what makes a reward impossible to pay twice.
CREATE TABLE rewards (
    uid uuid NOT NULL,
    subject uuid NOT NULL,
    rule text NOT NULL,
    id uuid NOT NULL,
    role text NOT NULL,
    currency text NOT NULL,
    amount bigint NOT NULL,
    status text NOT NULL,
    reason text NOT NULL,
    granted_at timestamptz NOT NULL,
    -- When a held reward is paid by itself, and which version of its rule made it.
    release_at timestamptz,
    rule_version bigint,
    -- What was missing of a reward when it was taken back, and is not owed.
    unrecovered bigint DEFAULT 0 NOT NULL,
    -- What spoke against paying a reward, joined by commas; those that wait for an administrator, oldest first.
    codes text DEFAULT ''::text NOT NULL,
    -- The ledger key's word that the service itself wrote what money follows from: held rewards, reservations, merges and API keys.
    mac bytea,
    -- When a reward was taken back, for leaderboards. The trigger sets it, so that processes of the former version do, too. Beside
    -- traffic: each statement by itself, so that all may be run again.
    reversed_at timestamptz,
    CONSTRAINT rewards_amount CHECK ((amount > 0)),
    CONSTRAINT rewards_role CHECK ((role = ANY (ARRAY['referee'::text, 'referrer'::text]))),
    CONSTRAINT rewards_status CHECK ((status = ANY (ARRAY['paid'::text, 'held'::text, 'void'::text, 'reversed'::text]))),
    CONSTRAINT rewards_unrecovered CHECK ((((unrecovered >= 0) AND (unrecovered <= amount)) AND ((unrecovered = 0) OR (status = 'reversed'::text)))),
    CONSTRAINT rewards_pkey PRIMARY KEY (uid, subject, rule, currency)
);
CREATE INDEX rewards_due ON rewards (release_at) WHERE ((status = 'held'::text) AND (release_at IS NOT NULL));
CREATE INDEX rewards_for_review ON rewards (id) INCLUDE (rule, codes) WHERE ((status = 'held'::text) AND (release_at IS NULL));
CREATE INDEX rewards_granted_at ON rewards USING brin (granted_at) WITH (autosummarize='on');
CREATE INDEX rewards_id ON rewards (id);
CREATE INDEX rewards_reversed ON rewards (reversed_at) WHERE (reversed_at IS NOT NULL);
CREATE INDEX rewards_rule ON rewards (rule, id);
CREATE INDEX rewards_status ON rewards (status, id) WHERE (status <> 'paid'::text);
CREATE INDEX rewards_unpaid_by_currency ON rewards (uid, status, subject, rule, currency) WHERE (status <> 'paid'::text);
CREATE INDEX rewards_unpaid_days ON rewards (granted_at, rule) INCLUDE (status) WHERE (status <> 'paid'::text);
CREATE INDEX rewards_unrecovered ON rewards (id) INCLUDE (rule, codes) WHERE ((status = 'reversed'::text) AND (unrecovered > 0) AND (codes <> ''::text));
CREATE TRIGGER rewards_no_delete BEFORE DELETE ON rewards FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER rewards_no_truncate BEFORE TRUNCATE ON rewards FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER rewards_only_status_changes BEFORE UPDATE ON rewards FOR EACH ROW EXECUTE FUNCTION refuse_reward_change();
GRANT SELECT, INSERT ON rewards TO shipmate_service;
GRANT UPDATE (status, release_at, unrecovered, codes, mac, reversed_at) ON rewards TO shipmate_service;

-- A role without a row has no limit.
CREATE TABLE role_limits (
    role text NOT NULL,
    -- On players, by each operator with the role, on one UTC day.
    actions_per_day integer NOT NULL,
    CONSTRAINT role_limits_actions CHECK ((actions_per_day >= 0)),
    CONSTRAINT role_limits_role CHECK ((role = ANY (ARRAY['viewer'::text, 'support'::text, 'manager'::text, 'admin'::text]))),
    CONSTRAINT role_limits_pkey PRIMARY KEY (role)
);
GRANT SELECT ON role_limits TO shipmate_service;

-- It has one row.
CREATE TABLE root_secret (
    id boolean DEFAULT true NOT NULL,
    secret bytea NOT NULL,
    created_at timestamptz DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT root_secret_length CHECK ((octet_length(secret) = ANY (ARRAY[32, 72]))),
    CONSTRAINT root_secret_single CHECK (id),
    CONSTRAINT root_secret_pkey PRIMARY KEY (id)
);
CREATE TRIGGER root_secret_append_only BEFORE DELETE ON root_secret FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER root_secret_no_truncate BEFORE TRUNCATE ON root_secret FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER root_secret_wrapping_only BEFORE UPDATE ON root_secret FOR EACH ROW WHEN (((octet_length(old.secret) = octet_length(new.secret)) OR (old.created_at <> new.created_at))) EXECUTE FUNCTION refuse_rewriting();
GRANT SELECT, INSERT ON root_secret TO shipmate_service;

-- What rules with a budget have given in each currency.
CREATE TABLE rule_budgets (
    rule text NOT NULL,
    currency text NOT NULL,
    spent bigint NOT NULL,
    CONSTRAINT rule_budgets_spent CHECK ((spent >= 0)),
    CONSTRAINT rule_budgets_pkey PRIMARY KEY (rule, currency)
) WITH (fillfactor='70');
GRANT SELECT, INSERT, UPDATE ON rule_budgets TO shipmate_service;

-- What each change has made of a rule. Conditions and grants are texts, such as `highest_level>=5` and
-- `referrer:pieces_of_eight:50`.
CREATE TABLE rule_versions (
    name text NOT NULL,
    version bigint NOT NULL,
    description text NOT NULL,
    conditions text[] NOT NULL,
    grants text[] NOT NULL,
    players text NOT NULL,
    starts_at timestamptz,
    ends_at timestamptz,
    per_beneficiary bigint,
    per_beneficiary_per_day bigint,
    budget bigint,
    hold_hours bigint NOT NULL,
    -- The version since which all that the rule gives is counted; null where nothing need be.
    counted_from bigint,
    changed_at timestamptz NOT NULL,
    changed_by text NOT NULL,
    -- A change of type rewrites the rows; an update of them is refused.
    terms jsonb NOT NULL,
    CONSTRAINT rule_versions_players CHECK ((players = ANY (ARRAY['all'::text, 'new'::text]))),
    CONSTRAINT rule_versions_terms CHECK (COALESCE(((jsonb_typeof((terms -> 'when'::text)) = 'array'::text) AND (jsonb_typeof((terms -> 'pay'::text)) = 'array'::text)), false)),
    CONSTRAINT rule_versions_pkey PRIMARY KEY (name, version)
);
CREATE TRIGGER rule_versions_append_only BEFORE DELETE OR UPDATE ON rule_versions FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER rule_versions_no_truncate BEFORE TRUNCATE ON rule_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER rule_versions_terms BEFORE INSERT ON rule_versions FOR EACH ROW EXECUTE FUNCTION keep_rule_terms();
GRANT SELECT, INSERT ON rule_versions TO shipmate_service;

-- Rules are rows, and what decides is a programme of them.
CREATE TABLE rules (
    name text NOT NULL,
    -- The newest of its versions: what is in force, or would be.
    version bigint NOT NULL,
    state text NOT NULL,
    -- Rules decide in this order.
    "position" bigint NOT NULL,
    -- When it was first put into force.
    activated_at timestamptz,
    CONSTRAINT rules_state CHECK ((state = ANY (ARRAY['draft'::text, 'active'::text, 'paused'::text, 'archived'::text]))),
    CONSTRAINT rules_pkey PRIMARY KEY (name)
);
GRANT SELECT, INSERT, UPDATE ON rules TO shipmate_service;

CREATE TABLE IF NOT EXISTS schema_migrations (
    number bigint NOT NULL,
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamptz DEFAULT now() NOT NULL,
    expands boolean DEFAULT false NOT NULL,
    CONSTRAINT schema_migrations_pkey PRIMARY KEY (number)
);
GRANT SELECT ON schema_migrations TO PUBLIC;
GRANT SELECT ON schema_migrations TO shipmate_service;

-- A session is a family of refresh tokens, each the successor of the one before; only hashes are kept.
CREATE TABLE sessions (
    uid uuid NOT NULL,
    sid uuid NOT NULL,
    token_hash bytea NOT NULL,
    previous_token_hash bytea,
    rotated_at timestamptz,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    -- Users see where they are signed in: the kind of device, in a word or two, of sessions that are opened from now on.
    device text,
    -- How often its refresh token was replaced.
    generation integer DEFAULT 0 NOT NULL,
    -- The latest generation whose tokens were accepted.
    seen_generation integer DEFAULT 0 NOT NULL,
    -- A hash of the attempt that replaced the previous token.
    attempt_hash bytea,
    -- The encrypted public key that refreshes must be signed with; empty for none.
    install_key bytea,
    CONSTRAINT sessions_pkey PRIMARY KEY (uid, sid)
);
CREATE INDEX sessions_expires_at ON sessions (expires_at);
GRANT SELECT, INSERT, DELETE, UPDATE ON sessions TO shipmate_service;

-- The hashed Idempotency-Key of a sign-up, good for 24 hours.
CREATE TABLE sign_up_keys (
    key_hash bytea NOT NULL,
    uid uuid NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT sign_up_keys_pkey PRIMARY KEY (key_hash)
);
CREATE INDEX sign_up_keys_created_at ON sign_up_keys (created_at);
CREATE INDEX sign_up_keys_uid ON sign_up_keys (uid);
GRANT SELECT, INSERT, DELETE ON sign_up_keys TO shipmate_service;

-- What checks look at, as keyed hashes: each sign-up's row is with whoever referred it, and with the user itself.
CREATE TABLE sign_up_marks (
    -- The referrer, or the user itself.
    uid uuid NOT NULL,
    referee uuid NOT NULL,
    device bigint,
    -- Gone after 30 days.
    network bigint,
    mailbox bigint,
    came_at timestamptz NOT NULL,
    -- When the referee was erased; only the mailbox's hash is left here then.
    erased_at timestamptz,
    CONSTRAINT sign_up_marks_pkey PRIMARY KEY (uid, referee)
);
CREATE INDEX sign_up_marks_came_at ON sign_up_marks (uid, came_at);
CREATE INDEX sign_up_marks_device ON sign_up_marks (uid, device) WHERE (device IS NOT NULL);
CREATE INDEX sign_up_marks_erased ON sign_up_marks (erased_at) WHERE (erased_at IS NOT NULL);
CREATE INDEX sign_up_marks_mailbox ON sign_up_marks (uid, mailbox) WHERE (mailbox IS NOT NULL);
CREATE INDEX sign_up_marks_network ON sign_up_marks (uid, network, came_at) WHERE (network IS NOT NULL);
CREATE INDEX sign_up_marks_networks_by_age ON sign_up_marks (came_at) WHERE (network IS NOT NULL);
CREATE INDEX sign_up_marks_spent ON sign_up_marks (came_at) WHERE ((device IS NULL) AND (mailbox IS NULL));
GRANT SELECT, INSERT, DELETE, UPDATE ON sign_up_marks TO shipmate_service;

-- What access tokens are signed with. A generation is made once, whichever process comes first.
CREATE TABLE signing_keys (
    generation integer NOT NULL,
    seed bytea NOT NULL,
    created_at timestamptz NOT NULL,
    -- Until when tokens that it signed are good; null for the one in force, the newest.
    retires_at timestamptz,
    CONSTRAINT signing_keys_seed_length CHECK ((octet_length(seed) = ANY (ARRAY[32, 72]))),
    CONSTRAINT signing_keys_pkey PRIMARY KEY (generation)
);
CREATE TRIGGER signing_keys_notify AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON signing_keys FOR EACH STATEMENT EXECUTE FUNCTION notify_of_signing_keys();
GRANT SELECT, INSERT ON signing_keys TO shipmate_service;

-- What the trial under way has found so far. It is worth nothing once that has ended, or PostgreSQL has.
CREATE UNLOGGED TABLE trial_rewards (
    job uuid NOT NULL,
    at timestamptz NOT NULL,
    subject uuid NOT NULL,
    -- Which of the rule's grants.
    place integer NOT NULL,
    beneficiary uuid NOT NULL,
    currency text NOT NULL,
    outcome text NOT NULL,
    reason text NOT NULL,
    was_given boolean NOT NULL,
    -- That of the fact which a reward is for.
    number bigint DEFAULT 0 NOT NULL,
    CONSTRAINT trial_rewards_pkey PRIMARY KEY (job, number, subject, place)
);
GRANT SELECT, INSERT, TRUNCATE, UPDATE ON trial_rewards TO shipmate_service;

CREATE UNLOGGED TABLE trial_sums (
    job uuid NOT NULL,
    uid uuid NOT NULL,
    currency text NOT NULL,
    given bigint NOT NULL,
    amount bigint NOT NULL,
    -- As in `reward_places`.
    recent text NOT NULL,
    CONSTRAINT trial_sums_pkey PRIMARY KEY (job, uid, currency)
) WITH (fillfactor='70');
GRANT SELECT, INSERT, TRUNCATE, UPDATE ON trial_sums TO shipmate_service;

-- Whose word counts is data, receipts of claims are good once, and what checks look at is kept.
CREATE TABLE trust_versions (
    version bigint NOT NULL,
    -- By how surely a player was referred: `claim_weak=deny`.
    referrals text[] NOT NULL,
    user_events text NOT NULL,
    -- Those that are on: `same_network=hold:5:24`.
    checks text[] NOT NULL,
    changed_at timestamptz NOT NULL,
    changed_by text NOT NULL,
    terms jsonb NOT NULL,
    CONSTRAINT trust_versions_terms CHECK (COALESCE(((jsonb_typeof((terms -> 'referrals'::text)) = 'object'::text) AND (jsonb_typeof((terms -> 'checks'::text)) = 'object'::text)), false)),
    CONSTRAINT trust_versions_user_events CHECK ((user_events = ANY (ARRAY['pay'::text, 'hold'::text, 'deny'::text]))),
    CONSTRAINT trust_versions_pkey PRIMARY KEY (version)
);
CREATE TRIGGER trust_versions_append_only BEFORE DELETE OR UPDATE ON trust_versions FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER trust_versions_no_truncate BEFORE TRUNCATE ON trust_versions FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER trust_versions_terms BEFORE INSERT ON trust_versions FOR EACH ROW EXECUTE FUNCTION keep_trust_terms();
GRANT SELECT, INSERT ON trust_versions TO shipmate_service;

-- Identities that were unlinked in the last 72 hours. An undo links them again; no other account can link them meanwhile.
CREATE TABLE unlinked_identities (
    uid uuid NOT NULL,
    provider text NOT NULL COLLATE "C",
    subject text NOT NULL COLLATE "C",
    email text,
    linked_at timestamptz NOT NULL,
    unlinked_at timestamptz NOT NULL,
    CONSTRAINT unlinked_identities_pkey PRIMARY KEY (uid, provider, subject)
);
CREATE INDEX unlinked_identities_unlinked_at ON unlinked_identities (unlinked_at);
GRANT SELECT, INSERT, DELETE, UPDATE ON unlinked_identities TO shipmate_service;

-- ID tokens that have proved who calls, each for one request.
CREATE TABLE used_proofs (
    uid uuid NOT NULL,
    token_hash bytea NOT NULL,
    request_hash bytea NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT used_proofs_pkey PRIMARY KEY (uid, token_hash)
);
CREATE INDEX used_proofs_expires_at ON used_proofs (expires_at);
GRANT SELECT, INSERT, DELETE, UPDATE ON used_proofs TO shipmate_service;

-- Receipts of claims that a sign-up has used, until they would be refused for their age.
CREATE TABLE used_receipts (
    id uuid NOT NULL,
    uid uuid NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT used_receipts_pkey PRIMARY KEY (id)
);
CREATE INDEX used_receipts_expires_at ON used_receipts (expires_at);
GRANT SELECT, INSERT, DELETE ON used_receipts TO shipmate_service;

-- Tickets of streams that were used, until they would have expired.
CREATE TABLE used_tickets (
    id uuid NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT used_tickets_pkey PRIMARY KEY (id)
);
GRANT SELECT, INSERT, DELETE ON used_tickets TO shipmate_service;

-- The same, seen from the user.
CREATE TABLE user_identities (
    uid uuid NOT NULL,
    provider text NOT NULL COLLATE "C",
    subject text NOT NULL COLLATE "C",
    -- What the provider vouches for as the user's.
    email text,
    created_at timestamptz NOT NULL,
    CONSTRAINT user_identities_pkey PRIMARY KEY (uid, provider)
);
GRANT SELECT, INSERT, DELETE ON user_identities TO shipmate_service;

-- The install key of an anonymous user.
CREATE TABLE user_install_keys (
    uid uuid NOT NULL,
    -- Encrypted by the root secret.
    public_key bytea NOT NULL,
    CONSTRAINT user_install_keys_public_key_length CHECK ((octet_length(public_key) <= 255)),
    CONSTRAINT user_install_keys_pkey PRIMARY KEY (uid)
);
GRANT SELECT, INSERT, DELETE ON user_install_keys TO shipmate_service;

-- What users show of themselves to those they invite.
CREATE TABLE user_profiles (
    uid uuid NOT NULL,
    full_name text,
    short_name text,
    image_url text,
    -- Whether the name may be shown to everybody.
    is_public boolean DEFAULT false NOT NULL,
    CONSTRAINT user_profiles_pkey PRIMARY KEY (uid)
);
GRANT SELECT, INSERT, DELETE, UPDATE ON user_profiles TO shipmate_service;

-- Users of whom administrators think otherwise than well: few, and known to every process.
CREATE TABLE user_standings (
    uid uuid NOT NULL,
    standing text NOT NULL,
    reason text NOT NULL,
    changed_at timestamptz NOT NULL,
    changed_by text NOT NULL,
    CONSTRAINT user_standings_standing CHECK ((standing = ANY (ARRAY['watched'::text, 'blocked'::text]))),
    CONSTRAINT user_standings_pkey PRIMARY KEY (uid)
);
GRANT SELECT, INSERT, DELETE, UPDATE ON user_standings TO shipmate_service;

-- Users, keyed and distributed by uid. Level updates stay HOT: no index holds a column that they touch, and pages keep
-- room for the new version of a row.
CREATE TABLE users (
    uid uuid NOT NULL,
    referral_code text NOT NULL,
    -- No foreign key: it would cross shards. The service checks it before it writes.
    referred_by uuid,
    match_confidence text,
    referral_rejection text,
    rejected_claim text,
    email text,
    level integer DEFAULT 0 NOT NULL,
    highest_level integer DEFAULT 0 NOT NULL,
    milestones text[] DEFAULT '{}'::text[] NOT NULL,
    -- What rules decided for good, as rule=outcome.
    settled_rules text[] DEFAULT '{}'::text[] NOT NULL,
    -- What the last level update found: PostgreSQL 15 returns only new values from UPDATE.
    previous_level integer DEFAULT 0 NOT NULL,
    previous_highest_level integer DEFAULT 0 NOT NULL,
    previous_milestone_count integer DEFAULT 0 NOT NULL,
    signed_up_at timestamptz,
    last_signin_at timestamptz,
    created_at timestamptz NOT NULL,
    -- What counters came to, as name=sum.
    counters text[] DEFAULT '{}'::text[] NOT NULL,
    -- The same, seen from the user.
    external_id text COLLATE "C",
    -- When the e-mail was proved to be the user's.
    email_verified_at timestamptz,
    -- What showed who referred a user; null for those of before.
    referral_source text,
    -- The link that brought a user, where a claim's receipt told of one.
    referral_link text COLLATE "C",
    -- The uids of the anonymous players merged into the user; null for none.
    former uuid[],
    CONSTRAINT users_email_of_account CHECK (((email IS NULL) OR (signed_up_at IS NOT NULL))),
    CONSTRAINT users_level_range CHECK ((((level >= 0) AND (level <= 1000000)) AND (highest_level >= level))),
    CONSTRAINT users_match_confidence CHECK ((match_confidence = ANY (ARRAY['unique'::text, 'default'::text, 'weak'::text]))),
    CONSTRAINT users_milestone_count CHECK ((cardinality(milestones) <= 256)),
    CONSTRAINT users_no_self_referral CHECK ((referred_by <> uid)),
    CONSTRAINT users_referral_source CHECK ((referral_source = ANY (ARRAY['claim_unique'::text, 'claim_default'::text, 'claim_weak'::text, 'code'::text, 'unproven'::text]))),
    CONSTRAINT users_pkey PRIMARY KEY (uid)
) WITH (fillfactor='70');
CREATE INDEX users_referred_by ON users (referred_by, uid) WHERE (referred_by IS NOT NULL);
CREATE INDEX users_referred_by_signed_up ON users (referred_by) WHERE ((referred_by IS NOT NULL) AND (signed_up_at IS NOT NULL));
CREATE INDEX users_signed_up_at ON users (signed_up_at) WHERE (signed_up_at IS NOT NULL);
GRANT SELECT, INSERT, UPDATE ON users TO shipmate_service;

-- Changes of a span of time that a webhook is sent again.
CREATE TABLE webhook_replays (
    id uuid NOT NULL,
    webhook uuid NOT NULL,
    -- Null for those of the webhook.
    types text[],
    from_time timestamptz NOT NULL,
    until_time timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    -- All up to here were sent.
    done_position bigint NOT NULL,
    last_position bigint NOT NULL,
    CONSTRAINT webhook_replays_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_replays_webhook ON webhook_replays (webhook, id);
GRANT SELECT, INSERT, DELETE, UPDATE ON webhook_replays TO shipmate_service;

CREATE TABLE webhooks (
    id uuid NOT NULL,
    url text NOT NULL,
    -- Null for all types.
    types text[],
    -- Only changes of this currency, of this rule, or of at least this amount; null for any.
    currency text,
    rule text,
    min_amount bigint,
    description text NOT NULL,
    -- Whether a subject's next change waits until the one before it was delivered or given up.
    is_ordered boolean NOT NULL,
    signature text NOT NULL,
    rate_per_second integer,
    -- Encrypted: what signs, what signed before the last rotation, and the fields of each request.
    secrets bytea NOT NULL,
    former_secrets bytea,
    former_until timestamptz,
    headers bytea,
    public_key text NOT NULL,
    header_names text[] NOT NULL,
    -- The worker deletes a removed one after its deliveries.
    state text DEFAULT 'enabled'::text NOT NULL,
    disabled_because text,
    created_at timestamptz NOT NULL,
    -- Counts the changes of what is above.
    version bigint DEFAULT 1 NOT NULL,
    -- All changes up to here have a row in `deliveries`, or don't match.
    done_position bigint NOT NULL,
    done_day date NOT NULL,
    -- The first failure since the last success; null without one.
    failing_since timestamptz,
    warned_at timestamptz,
    leased_until timestamptz DEFAULT '-infinity'::timestamptz NOT NULL,
    fencing_token bigint DEFAULT 0 NOT NULL,
    CONSTRAINT webhooks_description_length CHECK ((char_length(description) <= 200)),
    CONSTRAINT webhooks_signature CHECK ((signature = ANY (ARRAY['v1'::text, 'v1a'::text, 'both'::text]))),
    CONSTRAINT webhooks_state CHECK ((state = ANY (ARRAY['enabled'::text, 'disabled'::text, 'removed'::text]))),
    CONSTRAINT webhooks_url_length CHECK ((octet_length(url) <= 2048)),
    CONSTRAINT webhooks_pkey PRIMARY KEY (id)
) WITH (fillfactor='50');
GRANT SELECT, INSERT, DELETE, UPDATE ON webhooks TO shipmate_service;

-- A partition is named after the day that it ends before. The names of all tables may be read before it is known which are
-- partitions: what is no such name has no day.
CREATE VIEW click_partitions AS
 SELECT c.relname AS name,
    click_partition_bytes(c.oid) AS bytes,
        CASE
            WHEN (c.relname ~ '^clicks_until_[0-9]{8}$'::text) THEN to_date("right"((c.relname)::text, 8), 'YYYYMMDD'::text)
            ELSE NULL::date
        END AS until
   FROM (pg_inherits i
     JOIN pg_class c ON ((c.oid = i.inhrelid)))
  WHERE (i.inhparent = ('clicks'::regclass)::oid);

CREATE SEQUENCE change_positions
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;

SELECT pg_catalog.setval('change_positions', 1, false);

GRANT SELECT, USAGE ON SEQUENCE change_positions TO shipmate_service;

INSERT INTO brought_progress (is_only, counted_until, day, leaving, left_uid, left_currency) VALUES
    (true, NULL, NULL, NULL, NULL, '');

INSERT INTO change_retention (id, gone_position, gone_day) VALUES
    (true, 0, '1970-01-01');

INSERT INTO currencies (name, title, state, created_at, changed_at) VALUES
    ('pieces_of_eight', 'Pieces Of Eight', 'active', now(), now());

INSERT INTO day_count_progress (source, counted_until) VALUES
    ('users', '-infinity'),
    ('sign_ups', '-infinity'),
    ('referrals', '-infinity'),
    ('ledger', '-infinity'),
    ('rewards', '-infinity'),
    ('invites', '-infinity'),
    ('opens', '-infinity'),
    ('arrivals', '-infinity'),
    ('friends_signed_up', '-infinity'),
    ('friends_rewarded', '-infinity');

INSERT INTO ledger_duties (name, turn, due_at, leased_until) VALUES
    ('seal', 0, now(), '-infinity'),
    ('state', 0, now(), '-infinity'),
    ('release', 0, now(), '-infinity'),
    ('erase', 0, now(), '-infinity'),
    ('reservations', 0, now(), '-infinity'),
    ('days', 0, now(), '-infinity'),
    ('leaders', 0, now(), '-infinity'),
    ('merge', 0, now(), '-infinity');

INSERT INTO programmes (version, names, versions, made_at, trust) VALUES
    (1, '{signup,level-5}', '{1,1}', now(), NULL);

INSERT INTO role_limits (role, actions_per_day) VALUES
    ('support', 200),
    ('manager', 2000);

INSERT INTO rule_versions (name, version, description, conditions, grants, players, starts_at, ends_at, per_beneficiary, per_beneficiary_per_day, budget, hold_hours, counted_from, changed_at, changed_by, terms) VALUES
    ('signup', 1, 'Signed up after a referral', '{signed_up,referred}', '{referee:pieces_of_eight:50}', 'all', NULL, NULL, NULL, NULL, NULL, 0, NULL, now(), 'migration 22', '{"pay": [{"to": "referee", "amount": 50, "currency": "pieces_of_eight"}], "from": null, "hold": {"hours": 0}, "when": [{"signed_up": true}, {"referred": true}], "until": null, "limits": {"budget": null, "per_beneficiary": null, "per_beneficiary_per_day": null}, "players": "all", "description": "Signed up after a referral"}'),
    ('level-5', 1, 'A friend reached level 5', '{highest_level>=5}', '{referrer:pieces_of_eight:50}', 'all', NULL, NULL, NULL, NULL, NULL, 0, NULL, now(), 'migration 22', '{"pay": [{"to": "referrer", "amount": 50, "currency": "pieces_of_eight"}], "from": null, "hold": {"hours": 0}, "when": [{"fact": "highest_level", "at_least": 5}], "until": null, "limits": {"budget": null, "per_beneficiary": null, "per_beneficiary_per_day": null}, "players": "all", "description": "A friend reached level 5"}');

INSERT INTO rules (name, version, state, "position", activated_at) VALUES
    ('signup', 1, 'active', 1, now()),
    ('level-5', 1, 'active', 2, now());

INSERT INTO schema_migrations (number, name, checksum, applied_at, expands) VALUES
    (1, 'service_role', 'e63ccdc60194922f01dcba6e925da4397c3c4edc4453c77ee7a461f66ce7b13c', now(), false),
    (2, 'users', '708596f0b05a142a79266c0188c1e6b8795d7b6de3ccb3c81a32d0af0039175c', now(), false),
    (3, 'sessions', '20cd2db2c5529ead73438d2df4956a6fadae4652a6eb53ce99140deead583597', now(), false),
    (4, 'events', 'f492c655d2d09cfada5325d7e5b1ec290ce077fd9de072b224b6bd54b6f8adb7', now(), false),
    (5, 'ledger', '45213ba33d1f77541f3adf041bb9194e82ff87e466924658df8dce1c93a97abb', now(), false),
    (6, 'append_only', 'f30b4a0a94132bf00f9c2535b799b0edaa44aaf51202e235ad677ad1a3de0ec4', now(), false),
    (7, 'links', '1dc2444f35f21adfda980124b6e4a4ef6ee1b55fa82d097eeb441b55bb33852c', now(), false),
    (8, 'link_days', 'b64b6e9c935b8c41a7f014ea475daa7a33d89a62cc66621a404e450e610d6eb9', now(), false),
    (9, 'claim_keys', 'bcb076d6d8385e4aaa021bf2b68905da6dd3675d36cc89a838a14eeb80e7c01f', now(), false),
    (10, 'root_secret', '1aa5893b914f9b17ac566c191b41e6048ebc1abe310090adad1e5dc59ad0fe1f', now(), false),
    (11, 'unpaid_rewards', '6fb1a3532c70e0d8f45a191dfc0d89e7950cf324d15c9c726c060cff927c317a', now(), false),
    (12, 'referral_counts', '0b9c20e4a07cd531b5422bb754f004bfb2148008e0bd9710ea93a453a59ca6f7', now(), false),
    (13, 'click_bound', '611f2e15957b173e8b9d26c05cc264b17efb925539bc12f66f1a564ed6cf505d', now(), false),
    (14, 'click_days', 'a6bd00954d83771746cb9ffb82e33ff568fe6cca621ee117f7412caf9fd5292d', now(), false),
    (15, 'known_addresses', 'b5742359e57b343628afb84e21a48964434f33a45dfcf9a48a0db237bc0eadcf', now(), false),
    (16, 'keys_and_limits', 'cb54323feab7aed00a453cfac076ba7c1f480fbfe70dee9dd8b5b2cc81374662', now(), false),
    (17, 'ledger_seals', 'd4f9b5de0c583b351e71ebbc78b901d9fa641d8f176828df6316175f1590cce1', now(), false),
    (18, 'link_news', '1b2594c7e70d83653e83d3ced1b3e5cf9760c1ed02b95e2bd4ed05e8763cb7ef', now(), false),
    (19, 'taps', 'b5250fd4fc2c465555822b6369395204b226c9d3287f5e80ef4e06d719103b37', now(), false),
    (20, 'click_sizes', 'dc763825c274b0f6e1234e9a27b06674483f68f38b1fdc8608d4dc84d8ac7fb1', now(), false),
    (21, 'link_states', '5816f3e4c0fdb841ecd01feb4111163b8af177e1b17dd3bdf839f983496171ce', now(), false),
    (22, 'rules', 'deb6f56debba15769e814b0a3777b3847a736c129c5b06bae8d01853dcf74f06', now(), false),
    (23, 'external_ids', '30f5154627deee9f8ad42b17d80dbe0d748181e033dc4a79e3c4e6227d949dac', now(), false),
    (24, 'jobs', 'c4d8d64093d762f8d28e383510f5836daa0bbde725b05d62688e8b80285901b8', now(), false),
    (25, 'erasures', '09eb19e90f847f7de2650e4dafead302fddbbba0dde6f2557be18ea91fb2b972', now(), false),
    (26, 'taking_back', '56ee660e0dc563434501c12459aeb3a6a00f491c621a06ea50868289ab9b7559', now(), false),
    (27, 'taken_back_once', '32525cb3085c9882ba618a0d22d8922a473e13910b08e4bbf4848b0924c10e26', now(), false),
    (28, 'currencies', 'e5d6c5929dbb2c18befe5ef26c902bfccad65f8f9131485c40d55e0e9dba552f', now(), false),
    (29, 'lists', '0dcfd0041d90109f537a5288168f7c433549898203b90c0a3fdf67176b912c1e', now(), false),
    (30, 'timeline', 'aac2455c6dcac81b3f50f447330c23eebc2af4ab8e1082efcca6d6e40c3af994', now(), false),
    (31, 'password_schemes', 'aecb7a3785805519a5a6476c60fb64cb2c67683919fd5cc23bb9b0bdad8933f9', now(), false),
    (32, 'trust', '5e50910871ca2883b660f6d0e05a95d9a7cfc030e4b6c211f411587f638ff98f', now(), false),
    (33, 'mail_outbox', 'e11693c7b15bf938462b74a576e4ed5ed92c7f3e13d9d64c39c509991863ba87', now(), false),
    (34, 'identities', 'a80e7ce9cbe6ddf9e88c0d4e5783c393299c8ca13048c2fe8c6b06f8c3a607ea', now(), false),
    (35, 'reports', 'f501bd5369313b71731326e2197bc578e65114e4a74d5e6f1fe1419ff2bec4d1', now(), false),
    (36, 'session_devices', '094e94300e83d8ffac91894728693a5ac15aac18a0065e6e822a1c21c34fc036', now(), false),
    (37, 'merges', 'c71c4a29308767ac1cb67501eb0c53695f7743c32bf537d749617dbe625788c2', now(), false),
    (38, 'brought_over', 'aba86d26aee676f97fa52e70d25f32ee765b420cd3de1fd73fc2961beff78af9', now(), false),
    (39, 'sign_up_costs', 'f09a1bc848b1eb3348c4cadd74caee7928021727f0634a8ee030b666ab677c06', now(), false),
    (40, 'budget_shares', '94f70f0436d62537a429cdf4ed421721c7a94660b0f0215672c40dac6b7f0a1b', now(), false),
    (41, 'reviews', 'f9b52d1a4f27427d540732e6e88eebe746ab48da119b1748a0007384bb78f40c', now(), false),
    (42, 'recovery', 'c61c2b97f64072ecaae75822888d1cd7d1b0aac895744311c44263f4d50f97c9', now(), false),
    (43, 'key_tags', '119085f65cae751f3e5c8a23626884f87ad34aa27cb1a70a5b4db55a313e6fcd', now(), false),
    (44, 'merge_limits', 'c094553db9ebeb99f1c599a4d40a23e9fed3f321a6071d56ba20961340cfee89', now(), false),
    (45, 'programme_turns', '8f19344a8cf7140ea99bd3da2f70992aab9c52f0bfc05957548e1d4abd5b62c4', now(), false),
    (46, 'key_scopes', '5e7bbf6582d0254b1026d92551b7b91c0726d59fd2c9faa5db0ba1cae1d21e46', now(), false),
    (47, 'causes', '90f56162bfde8d16d6997f6046cc79e99979f6cae0d47f9c4769265525101908', now(), false),
    (48, 'wrapped_secrets', 'a7dcb59c04ebb2fa2a9fae160674d955758c3634a253643e18c8622dbc059ee7', now(), false),
    (49, 'reversals', '706412da6c31cfcc88b5411555ece0c3b483e2cd18103e56633de6fa4aba237b', now(), false),
    (50, 'audit_chain', 'f49a921be7f0418ba611ade2d9ede82cbca6af431fde1bca119212b895ad8a40', now(), false),
    (51, 'reversal_times', 'bd8298d6329da8a9ccd4f0e2029615e9d9612be049212f33e5c54079779caa12', now(), false),
    (52, 'programme_json', '4d5f038710e891814f04a73cf99079d1c2942aa006c64c792d35dee5d4e1aad4', now(), true),
    (53, 'changes', '64d00a17e0e334fc85a006af7ea04cbdc936db5fca788333d49532149ff2fd67', now(), true),
    (54, 'webhooks', '29ba134afdf3721ed364858dc55060bece677b7fcbb7d6f9975e43173e7e5174', now(), true),
    (55, 'change_traces', 'efbb2de772cec2e71dfb80f8332f6c3488a85529b390aa8426291677a89747e7', now(), true),
    (56, 'operators', '7618de72af7341d866f3993f33eb984a255471f46b4194402ac8e1b2d014b8bc', now(), true),
    (57, 'approvals', '721b633c3e2ea8bcfa53570814eccf5ae2688f3009fc10c0a09940f73687289c', now(), true),
    (58, 'refresh_generations', 'a3e9268b8197841da4e73533458d05f2a01a01eeb92ed218ee4192b3091a6785', now(), true),
    (59, 'install_secrets', 'a7b6dd1ab9820a3cb498c91a31b3be57db484a88e08599de7982d494a96a7fda', now(), true),
    (60, 'player_notes', '7c236607932fa9a2ca9b8bf29f793e460357b6f4e0c56afeaa259d04e11eb6f3', now(), true),
    (61, 'install_keys', '21266407ebb6094a807545c67a84dbab5d1fcfe9fc80fc2917e7858ae9887c76', now(), true),
    (62, 'platforms', '641fa0cb038e66713eb80c56a821cfc42bba9d989d5318b6f507a15a36d8ad86', now(), true),
    (63, 'time_zone', '88f9352738fca342744da16edaf1677b6e82b0d1417f466408e8c5cb2a89b343', now(), true),
    (64, 'external_id_uses', '6b40d544c40bf5696e00026a7f65a73e5461659ce13ea6360a9d0f7975fe0540', now(), true),
    (65, 'former_users', '3172200a0c5fd5dea9588951420f47f5d94551c06a90f6dde29118c5650aa393', now(), true),
    (66, 'erased_mailboxes', '7fc0276bcd9194f80153b7031840eedb0dee0400621fdc67032120831da246db', now(), true),
    (67, 'fact_order', '4ee7c1cbf52822042c5f5ca60b1a8cd95790c4ed1fd34bd40f79c002c11f87f3', now(), true);

INSERT INTO trust_versions (version, referrals, user_events, checks, changed_at, changed_by, terms) VALUES
    (1, '{claim_unique=pay,claim_default=hold,claim_weak=deny,code=pay,unproven=pay}', 'pay', '{}', now(), 'migration 32', '{"checks": {}, "referrals": {"code": "pay", "unproven": "pay", "claim_weak": "deny", "claim_unique": "pay", "claim_default": "hold"}, "user_events": "pay"}');
