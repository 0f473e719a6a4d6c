-- An anonymous player may become an account that is there. Its history stays under the old uid, which leads to the account
-- from then on. Beside traffic: each statement by itself, so that all may be run again.
CREATE TABLE IF NOT EXISTS merges (
    -- The anonymous player's.
    uid uuid NOT NULL,
    account uuid NOT NULL,
    -- How many players it had referred, who are counted for the account.
    players bigint NOT NULL,
    merged_at timestamptz NOT NULL,
    -- When it is to be looked for what came in for the old uid since; null when there is nothing to look for.
    due_at timestamptz,
    CONSTRAINT merges_pkey PRIMARY KEY (uid)
) WITH (fillfactor = 70);
DROP INDEX CONCURRENTLY IF EXISTS merges_due;
CREATE INDEX CONCURRENTLY merges_due ON merges (due_at) WHERE due_at IS NOT NULL;

-- The same, seen from the account.
CREATE TABLE IF NOT EXISTS merged_users (
    uid uuid NOT NULL,
    merged uuid NOT NULL,
    -- The player's, which stands for the account now; null once that is erased.
    referral_code text,
    CONSTRAINT merged_users_pkey PRIMARY KEY (uid, merged)
);
INSERT INTO ledger_duties (name) VALUES ('merge') ON CONFLICT DO NOTHING;

-- What of `given` was given to players who became the user, for whom nothing is counted among the user's own rewards.
ALTER TABLE reward_places ADD COLUMN IF NOT EXISTS carried bigint NOT NULL DEFAULT 0;

-- What goes over is booked twice: by one id, as much below 0 as above.
ALTER TABLE ledger_entries DROP CONSTRAINT IF EXISTS ledger_entries_kind;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_kind
    CHECK (kind IN ('grant', 'redemption', 'refund', 'adjustment', 'reversal', 'transfer')) NOT VALID;
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_kind;

-- `referrer` names the anonymous player.
ALTER TABLE events DROP CONSTRAINT IF EXISTS events_facts;
ALTER TABLE events ADD CONSTRAINT events_facts CHECK (
    CASE type
        WHEN 'level_reached' THEN level IS NOT NULL AND num_nonnulls(milestone, referrer, counter, increment) = 0
        WHEN 'milestone_reached' THEN milestone IS NOT NULL AND num_nonnulls(level, referrer, counter, increment) = 0
        WHEN 'counter_incremented'
            THEN num_nonnulls(counter, increment) = 2 AND num_nonnulls(level, milestone, referrer) = 0
        WHEN 'referrer_recorded' THEN referrer IS NOT NULL AND num_nonnulls(level, milestone, counter, increment) = 0
        WHEN 'credential_linked' THEN num_nonnulls(level, milestone, referrer, counter, increment) = 0
        WHEN 'email_verified' THEN num_nonnulls(level, milestone, referrer, counter, increment) = 0
        WHEN 'player_merged' THEN referrer IS NOT NULL AND num_nonnulls(level, milestone, counter, increment) = 0
        ELSE false
    END) NOT VALID;
ALTER TABLE events VALIDATE CONSTRAINT events_facts;

GRANT SELECT, INSERT, UPDATE ON merges, merged_users TO shipmate_service;
GRANT UPDATE (uid) ON links TO shipmate_service;
