-- An operator's actions are counted on days of the programme's time zone, which sessions of the service name in
-- `shipmate.time_zone`. Without it, as with the former version, days are those of UTC.

-- Counts an operator's action on a player in the action's own transaction, and refuses one above the limit.
CREATE OR REPLACE FUNCTION count_operator_action() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
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
$$;
DO $$
BEGIN
    EXECUTE format('ALTER FUNCTION count_operator_action SET search_path = %I, pg_temp', current_schema());
END
$$;
