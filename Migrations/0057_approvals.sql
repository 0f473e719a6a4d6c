-- What operators may do to players on one day, and changes that wait for a second operator.

-- A role without a row has no limit.
CREATE TABLE role_limits (
    role text NOT NULL,
    -- On players, by each operator with the role, on one UTC day.
    actions_per_day int NOT NULL,
    CONSTRAINT role_limits_role CHECK (role IN ('viewer', 'support', 'manager', 'admin')),
    CONSTRAINT role_limits_actions CHECK (actions_per_day >= 0),
    CONSTRAINT role_limits_pkey PRIMARY KEY (role)
);
INSERT INTO role_limits VALUES ('support', 200), ('manager', 2000);

CREATE TABLE operator_days (
    operator uuid NOT NULL,
    day date NOT NULL,
    actions int NOT NULL,
    CONSTRAINT operator_days_pkey PRIMARY KEY (operator, day)
);

-- Counts an operator's action on a player in the action's own transaction, and refuses one above the limit.
CREATE FUNCTION count_operator_action() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
DECLARE
    acting uuid := substring(NEW.actor FROM '\(([0-9a-f-]{36})\)$')::uuid;
    today date := (NEW.created_at AT TIME ZONE 'UTC')::date;
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
REVOKE ALL ON FUNCTION count_operator_action FROM PUBLIC;
DO $$
BEGIN
    EXECUTE format('ALTER FUNCTION count_operator_action SET search_path = %I, pg_temp', current_schema());
END
$$;
CREATE TRIGGER audit_entries_operator_limit BEFORE INSERT ON audit_entries FOR EACH ROW
WHEN (NEW.uid IS NOT NULL AND NEW.actor LIKE 'operator %') EXECUTE FUNCTION count_operator_action();

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
    state text NOT NULL DEFAULT 'waiting',
    decided_at timestamptz,
    decided_by text,
    CONSTRAINT pending_changes_kind CHECK (kind IN ('adjustment', 'rule.add', 'rule.change', 'rule.state',
        'rule.backfill', 'programme.change')),
    CONSTRAINT pending_changes_state CHECK (state IN ('waiting', 'approved', 'refused', 'withdrawn')),
    CONSTRAINT pending_changes_decided CHECK ((state = 'waiting') = (decided_at IS NULL)),
    CONSTRAINT pending_changes_pkey PRIMARY KEY (id)
);
CREATE INDEX pending_changes_waiting ON pending_changes (made_at, id) WHERE state = 'waiting';
CREATE INDEX pending_changes_uid ON pending_changes (uid) WHERE uid IS NOT NULL;

GRANT SELECT ON role_limits, operator_days TO shipmate_service;
GRANT SELECT, INSERT, UPDATE (state, decided_at, decided_by), DELETE ON pending_changes TO shipmate_service;
