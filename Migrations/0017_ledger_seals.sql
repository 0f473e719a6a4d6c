-- Entries are sealed, by a key that is not in the database, each over the one before: whoever rewrites history here is
-- found by `shipmate ledger verify`. Nothing is written to the rows there are: the service seals them later, bit by bit.
ALTER TABLE ledger_entries ADD COLUMN seal bytea;
ALTER TABLE balances
    -- How many of the account's entries are sealed, and the seal of the last of them.
    ADD COLUMN sealed bigint NOT NULL DEFAULT 0,
    ADD COLUMN head bytea;

-- An entry may get its seal once; nothing else of it changes.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.seal IS NOT NULL OR NEW.seal IS NULL OR (to_jsonb(OLD) - 'seal') <> (to_jsonb(NEW) - 'seal') THEN
        RAISE EXCEPTION '% of % is refused: its rows are only ever added', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$$;
DROP TRIGGER ledger_entries_append_only ON ledger_entries;
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE ON ledger_entries
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER ledger_entries_only_sealed BEFORE UPDATE ON ledger_entries
    FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();

-- Which keys have sealed here, by their ids: a process that was given another key is told so at its start.
CREATE TABLE ledger_keys (
    id int NOT NULL,
    -- What only the key makes of its id.
    proof bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT ledger_keys_pkey PRIMARY KEY (id)
);

-- Statements of all heads, signed, each naming the one before.
CREATE TABLE ledger_statements (
    number bigint NOT NULL,
    body text NOT NULL,
    CONSTRAINT ledger_statements_pkey PRIMARY KEY (number)
);
CREATE TRIGGER ledger_statements_append_only BEFORE UPDATE OR DELETE ON ledger_statements
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER ledger_statements_no_truncate BEFORE TRUNCATE ON ledger_statements
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- How far an account was sealed when a statement was made, where that had changed since the one before: a statement can
-- be held against the entries at any later time.
CREATE TABLE ledger_heads (
    uid uuid NOT NULL,
    currency text NOT NULL,
    statement bigint NOT NULL,
    sealed bigint NOT NULL,
    CONSTRAINT ledger_heads_pkey PRIMARY KEY (uid, currency, statement)
);

-- Work on the whole ledger that one process at a time does: who holds the lease, and when it is due again.
CREATE TABLE ledger_duties (
    name text NOT NULL,
    turn bigint NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    leased_until timestamptz NOT NULL DEFAULT '-infinity',
    CONSTRAINT ledger_duties_pkey PRIMARY KEY (name)
);
INSERT INTO ledger_duties (name) VALUES ('seal'), ('state');

GRANT UPDATE (seal) ON ledger_entries TO shipmate_service;
GRANT SELECT, INSERT ON ledger_keys, ledger_statements, ledger_heads TO shipmate_service;
GRANT SELECT, UPDATE ON ledger_duties TO shipmate_service;
