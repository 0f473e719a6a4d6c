-- Rules, what is trusted, and what trials came to are JSON, as the API has them: SQL can read them, and constraints check them.
-- Servers of the version before go on with the columns that there were: triggers fill whichever is missing. The tables are
-- small: one transaction rewrites them. The next version takes the old columns, these functions and their triggers away.
CREATE FUNCTION rule_condition(kept text) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
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

CREATE FUNCTION rule_condition_text(condition jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE
        WHEN condition ? 'fact' THEN (condition ->> 'fact') || '>=' || (condition ->> 'at_least')
        WHEN condition ? 'counter' THEN 'counter:' || (condition ->> 'counter') || '>=' || (condition ->> 'at_least')
        WHEN condition ? 'milestone' THEN 'milestone=' || (condition ->> 'milestone')
        WHEN condition ? 'signed_up_within_days'
            THEN 'signed_up_within_days=' || (condition ->> 'signed_up_within_days')
        ELSE (SELECT min(key) FROM jsonb_object_keys(condition) AS key)
    END
$$;

CREATE FUNCTION rule_grant(kept text) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT jsonb_build_object('to', split_part(kept, ':', 1), 'currency', split_part(kept, ':', 2), 'amount',
        CASE WHEN kept LIKE '%=%' THEN (
            SELECT jsonb_build_object('tiers', jsonb_agg(jsonb_build_object(
                'from', split_part(tier, '=', 1)::bigint, 'amount', split_part(tier, '=', 2)::bigint) ORDER BY place))
            FROM unnest(string_to_array(split_part(kept, ':', 3), '/')) WITH ORDINALITY AS t (tier, place))
        ELSE to_jsonb(split_part(kept, ':', 3)::bigint) END)
$$;

CREATE FUNCTION rule_grant_text(given jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT (given ->> 'to') || ':' || (given ->> 'currency') || ':' ||
        CASE WHEN jsonb_typeof(given -> 'amount') = 'object' THEN (
            SELECT string_agg((tier ->> 'from') || '=' || (tier ->> 'amount'), '/' ORDER BY place)
            FROM jsonb_array_elements(given -> 'amount' -> 'tiers') WITH ORDINALITY AS t (tier, place))
        ELSE given ->> 'amount' END
$$;

-- Of a row of `rule_versions` or `jobs`.
CREATE FUNCTION rule_terms(kept jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
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

CREATE FUNCTION keep_rule_terms() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE FUNCTION trial_tally(kept text[]) RETURNS jsonb LANGUAGE sql STABLE AS $$
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

CREATE FUNCTION trial_tally_lines(tally jsonb) RETURNS text[] LANGUAGE sql STABLE AS $$
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

CREATE FUNCTION keep_trial_tally() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.tally IS DISTINCT FROM OLD.tally THEN
        NEW.result := trial_tally_lines(NEW.tally);
    ELSIF NEW.result IS DISTINCT FROM OLD.result THEN
        NEW.tally := trial_tally(NEW.result);
    END IF;
    RETURN NEW;
END
$$;

-- The numbers of a check, in the order of the old text.
CREATE FUNCTION trust_numbers(kind text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT (CASE kind WHEN 'same_device' THEN '{at_least}' WHEN 'same_network' THEN '{at_least,hours}'
        WHEN 'burst' THEN '{at_least,minutes}' WHEN 'too_fast' THEN '{seconds}' ELSE '{}' END)::text[]
$$;

CREATE FUNCTION trust_terms(referrals text[], user_events text, checks text[]) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
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

CREATE FUNCTION keep_trust_terms() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- A change of type rewrites the rows; an update of them is refused.
ALTER TABLE rule_versions ADD COLUMN terms jsonb;
ALTER TABLE rule_versions ALTER COLUMN terms TYPE jsonb USING rule_terms(jsonb_build_object(
    'description', description, 'conditions', conditions, 'grants', grants, 'players', players, 'starts_at', starts_at,
    'ends_at', ends_at, 'per_beneficiary', per_beneficiary, 'per_beneficiary_per_day', per_beneficiary_per_day,
    'budget', budget, 'hold_hours', hold_hours));
ALTER TABLE rule_versions ALTER COLUMN terms SET NOT NULL, ADD CONSTRAINT rule_versions_terms CHECK (
    coalesce(jsonb_typeof(terms -> 'when') = 'array' AND jsonb_typeof(terms -> 'pay') = 'array', false));
CREATE TRIGGER rule_versions_terms BEFORE INSERT ON rule_versions FOR EACH ROW EXECUTE FUNCTION keep_rule_terms();

ALTER TABLE jobs ADD COLUMN terms jsonb, ADD COLUMN tally jsonb;
UPDATE jobs AS j SET terms = rule_terms(to_jsonb(j)), tally = trial_tally(result);
ALTER TABLE jobs ALTER COLUMN terms SET NOT NULL, ALTER COLUMN tally SET DEFAULT '{}',
    ALTER COLUMN tally SET NOT NULL, ADD CONSTRAINT jobs_terms CHECK (
    coalesce(jsonb_typeof(terms -> 'when') = 'array' AND jsonb_typeof(terms -> 'pay') = 'array', false));
CREATE TRIGGER jobs_terms BEFORE INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION keep_rule_terms();
CREATE TRIGGER jobs_tally BEFORE UPDATE ON jobs FOR EACH ROW EXECUTE FUNCTION keep_trial_tally();

ALTER TABLE trust_versions ADD COLUMN terms jsonb;
ALTER TABLE trust_versions ALTER COLUMN terms TYPE jsonb USING trust_terms(referrals, user_events, checks);
ALTER TABLE trust_versions ALTER COLUMN terms SET NOT NULL, ADD CONSTRAINT trust_versions_terms CHECK (
    coalesce(jsonb_typeof(terms -> 'referrals') = 'object' AND jsonb_typeof(terms -> 'checks') = 'object', false));
CREATE TRIGGER trust_versions_terms BEFORE INSERT ON trust_versions FOR EACH ROW EXECUTE FUNCTION keep_trust_terms();
