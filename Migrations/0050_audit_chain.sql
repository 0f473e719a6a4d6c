-- Each entry of the audit has a MAC by the ledger key, and a place in a chain: so no entry is planted, changed or removed unnoticed.
-- Columns without a default: no table is rewritten. Beside traffic: each statement by itself, so that all may be run again.
ALTER TABLE audit_entries ADD COLUMN IF NOT EXISTS mac bytea;
ALTER TABLE audit_entries ADD COLUMN IF NOT EXISTS sequence bigint;
ALTER TABLE audit_entries ADD COLUMN IF NOT EXISTS seal bytea;

-- An entry's text is erased, an entry gets its place, or an entry gets a MAC.
CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
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

DROP INDEX CONCURRENTLY IF EXISTS audit_entries_sequence;
CREATE UNIQUE INDEX CONCURRENTLY audit_entries_sequence ON audit_entries (sequence) WHERE sequence IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS audit_entries_unchained;
CREATE INDEX CONCURRENTLY audit_entries_unchained ON audit_entries (id) WHERE sequence IS NULL AND mac IS NOT NULL;
GRANT UPDATE (mac, sequence, seal) ON audit_entries TO shipmate_service;
