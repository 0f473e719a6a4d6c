-- Which currencies there are: by hand nothing is moved in one that nobody declared, such as a mistyped one. Those in use are
-- declared here. Beside traffic, since it looks through all balances and rewards; each statement may be run twice.
CREATE TABLE IF NOT EXISTS currencies (
    name text COLLATE "C" NOT NULL,
    title text NOT NULL,
    state text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT currencies_pkey PRIMARY KEY (name),
    CONSTRAINT currencies_name CHECK (name ~ '^[a-z][a-z0-9_]{0,62}$'),
    CONSTRAINT currencies_state CHECK (state IN ('active', 'archived'))
);
GRANT SELECT, INSERT, UPDATE ON currencies TO shipmate_service;

-- In a loop: Citus copies no rows of a table that is spread into one that isn't.
DO $$
DECLARE
    used text;
BEGIN
    FOR used IN
        SELECT currency FROM balances UNION SELECT currency FROM rewards UNION SELECT 'pieces_of_eight'
    LOOP
        INSERT INTO currencies (name, title, state) VALUES (used, initcap(replace(used, '_', ' ')), 'active')
        ON CONFLICT ON CONSTRAINT currencies_pkey DO NOTHING;
    END LOOP;
    -- What rules pay, such as referrer:pieces_of_eight:50.
    INSERT INTO currencies (name, title, state)
    SELECT DISTINCT split_part(g, ':', 2), initcap(replace(split_part(g, ':', 2), '_', ' ')), 'active'
    FROM rules AS r JOIN rule_versions AS v ON v.name = r.name AND v.version = r.version, unnest(v.grants) AS g
    WHERE r.state <> 'archived' ON CONFLICT ON CONSTRAINT currencies_pkey DO NOTHING;
END
$$;

-- What an act found, and what it left, as JSON; null for acts of before, and where there is nothing to tell.
ALTER TABLE audit_entries ADD COLUMN IF NOT EXISTS before text, ADD COLUMN IF NOT EXISTS after text;
-- Both go with the text when somebody is erased.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.detail <> 'erased' OR NEW.before IS NOT NULL OR NEW.after IS NOT NULL
        OR to_jsonb(OLD) - 'detail' - 'before' - 'after' <> to_jsonb(NEW) - 'detail' - 'before' - 'after'
    THEN
        RAISE EXCEPTION '% of % is refused: its rows are only ever added', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$$;
GRANT UPDATE (before, after) ON audit_entries TO shipmate_service;
