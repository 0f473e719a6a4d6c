-- When a reward was taken back, for leaderboards. The trigger sets it, so that processes of the former version do, too. Beside
-- traffic: each statement by itself, so that all may be run again.
ALTER TABLE rewards ADD COLUMN IF NOT EXISTS reversed_at timestamptz;

CREATE OR REPLACE FUNCTION refuse_reward_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (to_jsonb(OLD) - ARRAY['status', 'unrecovered', 'release_at', 'codes', 'mac', 'reversed_at'])
        <> (to_jsonb(NEW) - ARRAY['status', 'unrecovered', 'release_at', 'codes', 'mac', 'reversed_at']) THEN
        RAISE EXCEPTION 'nothing of a reward may change but its status' USING ERRCODE = 'restrict_violation';
    END IF;
    IF NEW.status = 'reversed' AND OLD.status <> 'reversed' THEN
        NEW.reversed_at := clock_timestamp();
    END IF;
    RETURN NEW;
END
$$;

-- Reversals from before, as the audit has them: its text begins with the reward's id.
WITH reversals AS MATERIALIZED (
    SELECT uid, left(detail, 36) AS id, max(created_at) AS at FROM audit_entries
    WHERE action = 'reward.reverse' AND uid IS NOT NULL GROUP BY 1, 2)
UPDATE rewards AS r SET reversed_at = reversals.at FROM reversals
WHERE r.uid = reversals.uid AND r.id::text = reversals.id AND r.status = 'reversed' AND r.reversed_at IS NULL;

DROP INDEX CONCURRENTLY IF EXISTS audit_entries_reversals;
DROP INDEX CONCURRENTLY IF EXISTS rewards_reversed;
CREATE INDEX CONCURRENTLY rewards_reversed ON rewards (reversed_at) WHERE reversed_at IS NOT NULL;
