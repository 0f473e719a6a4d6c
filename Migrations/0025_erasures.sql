-- Users leave. What is kept of a person goes when its time has come; the uid stays as a tombstone, so that the ledger, the
-- rewards and the referral tree add up. Beside traffic: each statement by itself, so that all may be run again.
CREATE TABLE IF NOT EXISTS erasures (
    uid uuid NOT NULL,
    asked_at timestamptz NOT NULL,
    -- When the worker has something to do for it next; null when all is done.
    due_at timestamptz,
    -- When the user became a tombstone; until then signing in takes the wish back.
    erased_at timestamptz,
    CONSTRAINT erasures_pkey PRIMARY KEY (uid),
    CONSTRAINT erasures_open CHECK (due_at IS NOT NULL OR erased_at IS NOT NULL)
);
DROP INDEX CONCURRENTLY IF EXISTS erasures_due;
CREATE INDEX CONCURRENTLY erasures_due ON erasures (due_at) WHERE due_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS erasures_done;
CREATE INDEX CONCURRENTLY erasures_done ON erasures (erased_at, uid) WHERE erased_at IS NOT NULL;
INSERT INTO ledger_duties (name) VALUES ('erase') ON CONFLICT DO NOTHING;

-- What somebody wrote about a player by hand is replaced by `erased`, once, and nothing else of an entry changes: its seal
-- stays, those after it are sealed over that, and `redaction` is the key's own word that its reason went so.
ALTER TABLE ledger_entries ADD COLUMN IF NOT EXISTS redaction bytea;
CREATE OR REPLACE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.detail <> 'erased' OR to_jsonb(OLD) - 'detail' <> to_jsonb(NEW) - 'detail' THEN
        RAISE EXCEPTION '% of % is refused: its rows are only ever added', TG_OP, TG_TABLE_NAME
            USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$$;
DO $$
BEGIN
    DROP TRIGGER audit_entries_append_only ON audit_entries;
    CREATE TRIGGER audit_entries_append_only BEFORE DELETE ON audit_entries
        FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
    DROP TRIGGER IF EXISTS audit_entries_only_erased ON audit_entries;
    CREATE TRIGGER audit_entries_only_erased BEFORE UPDATE ON audit_entries
        FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
END
$$;

GRANT SELECT, INSERT, UPDATE, DELETE ON erasures TO shipmate_service;
GRANT UPDATE (reason, redaction) ON ledger_entries TO shipmate_service;
GRANT UPDATE (detail) ON audit_entries TO shipmate_service;
GRANT DELETE ON user_profiles, referral_codes, links, link_stats TO shipmate_service;
