-- Whose word counts is data, receipts of claims are good once, and what checks look at is kept. Beside traffic: each
-- statement by itself, so that all may be run again.
CREATE TABLE IF NOT EXISTS trust_versions (
    version bigint NOT NULL,
    -- By how surely a player was referred: `claim_weak=deny`.
    referrals text[] NOT NULL,
    user_events text NOT NULL,
    -- Those that are on: `same_network=hold:5:24`.
    checks text[] NOT NULL,
    changed_at timestamptz NOT NULL,
    changed_by text NOT NULL,
    CONSTRAINT trust_versions_pkey PRIMARY KEY (version),
    CONSTRAINT trust_versions_user_events CHECK (user_events IN ('pay', 'hold', 'deny'))
);
DROP TRIGGER IF EXISTS trust_versions_append_only ON trust_versions;
CREATE TRIGGER trust_versions_append_only BEFORE UPDATE OR DELETE ON trust_versions
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
DROP TRIGGER IF EXISTS trust_versions_no_truncate ON trust_versions;
CREATE TRIGGER trust_versions_no_truncate BEFORE TRUNCATE ON trust_versions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();
-- What the service did before.
INSERT INTO trust_versions (version, referrals, user_events, checks, changed_at, changed_by)
VALUES (1, '{claim_unique=pay,claim_default=hold,claim_weak=deny,code=pay,unproven=pay}', 'pay', '{}',
    clock_timestamp(), 'migration 32')
ON CONFLICT DO NOTHING;
-- Which trust a programme goes by; null, as servers of the version before leave it, for the newest.
ALTER TABLE programmes ADD COLUMN IF NOT EXISTS trust bigint;

-- What showed who referred a user; null for those of before.
ALTER TABLE users ADD COLUMN IF NOT EXISTS referral_source text;
ALTER TABLE users DROP CONSTRAINT IF EXISTS users_referral_source;
ALTER TABLE users ADD CONSTRAINT users_referral_source CHECK (
    referral_source IN ('claim_unique', 'claim_default', 'claim_weak', 'code', 'unproven')) NOT VALID;
ALTER TABLE users VALIDATE CONSTRAINT users_referral_source;

-- Receipts of claims that a sign-up has used, until they would be refused for their age.
CREATE TABLE IF NOT EXISTS used_receipts (
    id uuid NOT NULL,
    uid uuid NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT used_receipts_pkey PRIMARY KEY (id)
);
CREATE INDEX IF NOT EXISTS used_receipts_expires_at ON used_receipts (expires_at);

-- What checks look at, as keyed hashes: each sign-up's row is with whoever referred it, and with the user itself.
CREATE TABLE IF NOT EXISTS sign_up_marks (
    -- The referrer, or the user itself.
    uid uuid NOT NULL,
    referee uuid NOT NULL,
    device bigint,
    -- Gone after 30 days.
    network bigint,
    mailbox bigint,
    came_at timestamptz NOT NULL,
    CONSTRAINT sign_up_marks_pkey PRIMARY KEY (uid, referee)
);
CREATE INDEX IF NOT EXISTS sign_up_marks_device ON sign_up_marks (uid, device) WHERE device IS NOT NULL;
CREATE INDEX IF NOT EXISTS sign_up_marks_mailbox ON sign_up_marks (uid, mailbox) WHERE mailbox IS NOT NULL;
CREATE INDEX IF NOT EXISTS sign_up_marks_network ON sign_up_marks (uid, network, came_at)
    WHERE network IS NOT NULL;
CREATE INDEX IF NOT EXISTS sign_up_marks_came_at ON sign_up_marks (uid, came_at);
CREATE INDEX IF NOT EXISTS sign_up_marks_networks_by_age ON sign_up_marks (came_at) WHERE network IS NOT NULL;
CREATE INDEX IF NOT EXISTS sign_up_marks_spent ON sign_up_marks (came_at)
    WHERE device IS NULL AND mailbox IS NULL;

-- Users of whom administrators think otherwise than well: few, and known to every process.
CREATE TABLE IF NOT EXISTS user_standings (
    uid uuid NOT NULL,
    standing text NOT NULL,
    reason text NOT NULL,
    changed_at timestamptz NOT NULL,
    changed_by text NOT NULL,
    CONSTRAINT user_standings_pkey PRIMARY KEY (uid),
    CONSTRAINT user_standings_standing CHECK (standing IN ('watched', 'blocked'))
);

-- What spoke against paying a reward, joined by commas; those that wait for an administrator, oldest first.
ALTER TABLE rewards ADD COLUMN IF NOT EXISTS codes text NOT NULL DEFAULT '';
DROP INDEX CONCURRENTLY IF EXISTS rewards_to_review;
CREATE INDEX CONCURRENTLY rewards_to_review ON rewards (id) WHERE status = 'held' AND release_at IS NULL;

-- A reward that was to be paid by itself may be left to an administrator.
CREATE OR REPLACE FUNCTION refuse_reward_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (to_jsonb(OLD) - ARRAY['status', 'unrecovered', 'release_at', 'codes'])
        <> (to_jsonb(NEW) - ARRAY['status', 'unrecovered', 'release_at', 'codes']) THEN
        RAISE EXCEPTION 'nothing of a reward may change but its status' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$$;
GRANT UPDATE (release_at, codes) ON rewards TO shipmate_service;

GRANT SELECT, INSERT ON trust_versions TO shipmate_service;
GRANT SELECT, INSERT, DELETE ON used_receipts TO shipmate_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON sign_up_marks, user_standings TO shipmate_service;
