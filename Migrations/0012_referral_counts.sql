-- How many somebody referred, for those who referred many: others are counted when somebody asks. It fills itself, and
-- what a process of an earlier version didn't count is found when the counts are next compared with the users.
CREATE TABLE referral_counts (
    uid uuid NOT NULL,
    -- Counts are spread over several rows, so that those who count for one referrer at once don't wait for each other.
    slot int NOT NULL,
    referred bigint NOT NULL,
    signed_up bigint NOT NULL,
    rewarded bigint NOT NULL,
    -- When to compare, in slot 0.
    recount_at timestamptz,
    CONSTRAINT referral_counts_pkey PRIMARY KEY (uid, slot)
) WITH (fillfactor = 70);

GRANT SELECT, INSERT, UPDATE ON referral_counts TO shipmate_service;
