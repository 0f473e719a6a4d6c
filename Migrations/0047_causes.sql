-- The ledger key's word that the service itself wrote what money follows from: held rewards, reservations, merges and API keys.
-- Columns without a default: no table is rewritten. Beside traffic: each statement by itself, so that all may be run again.
ALTER TABLE rewards ADD COLUMN IF NOT EXISTS mac bytea;
ALTER TABLE reservations ADD COLUMN IF NOT EXISTS mac bytea;
ALTER TABLE merges ADD COLUMN IF NOT EXISTS mac bytea;
ALTER TABLE api_keys ADD COLUMN IF NOT EXISTS mac bytea;

CREATE OR REPLACE FUNCTION refuse_reward_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (to_jsonb(OLD) - ARRAY['status', 'unrecovered', 'release_at', 'codes', 'mac'])
        <> (to_jsonb(NEW) - ARRAY['status', 'unrecovered', 'release_at', 'codes', 'mac']) THEN
        RAISE EXCEPTION 'nothing of a reward may change but its status' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$$;
GRANT UPDATE (mac) ON rewards TO shipmate_service;
GRANT UPDATE (mac, expires_at) ON reservations TO shipmate_service;
