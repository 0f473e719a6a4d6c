-- The place of a fact among all facts, in the order in which the service recorded them: those of one transaction share one time.
-- Empty for a fact of the version before, whose place is that of its time. Beside traffic: each statement by itself, so that all
-- may be run again.
ALTER TABLE events ADD COLUMN IF NOT EXISTS number bigint;

-- That of the fact which a reward is for. Beside traffic, and only one trial at a time has rows here; the version before writes
-- no number.
ALTER TABLE trial_rewards ADD COLUMN IF NOT EXISTS number bigint NOT NULL DEFAULT 0;
ALTER TABLE trial_rewards DROP CONSTRAINT IF EXISTS trial_rewards_pkey,
    ADD CONSTRAINT trial_rewards_pkey PRIMARY KEY (job, number, subject, place);
