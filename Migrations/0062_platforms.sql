-- A player's app reports the kind of device that it runs on. Beside traffic: each statement by itself, so that all may be
-- run again, and servers of the version before write no such event.
ALTER TABLE events ADD COLUMN IF NOT EXISTS platform text;

ALTER TABLE events DROP CONSTRAINT IF EXISTS events_facts;
ALTER TABLE events ADD CONSTRAINT events_facts CHECK (
    CASE type
        WHEN 'level_reached'
            THEN level IS NOT NULL AND num_nonnulls(milestone, referrer, counter, increment, platform) = 0
        WHEN 'milestone_reached'
            THEN milestone IS NOT NULL AND num_nonnulls(level, referrer, counter, increment, platform) = 0
        WHEN 'counter_incremented'
            THEN num_nonnulls(counter, increment) = 2 AND num_nonnulls(level, milestone, referrer, platform) = 0
        WHEN 'platform_used'
            THEN platform IS NOT NULL AND num_nonnulls(level, milestone, referrer, counter, increment) = 0
        WHEN 'referrer_recorded'
            THEN referrer IS NOT NULL AND num_nonnulls(level, milestone, counter, increment, platform) = 0
        WHEN 'credential_linked'
            THEN num_nonnulls(level, milestone, referrer, counter, increment, platform) = 0
        WHEN 'email_verified'
            THEN num_nonnulls(level, milestone, referrer, counter, increment, platform) = 0
        WHEN 'player_merged'
            THEN referrer IS NOT NULL AND num_nonnulls(level, milestone, counter, increment, platform) = 0
        ELSE false
    END) NOT VALID;
ALTER TABLE events VALIDATE CONSTRAINT events_facts;

-- For the columns that versions before 52 read.
CREATE OR REPLACE FUNCTION rule_condition_text(condition jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT CASE
        WHEN condition ? 'fact' THEN (condition ->> 'fact') || '>=' || (condition ->> 'at_least')
        WHEN condition ? 'counter' THEN 'counter:' || (condition ->> 'counter') || '>=' || (condition ->> 'at_least')
        WHEN condition ? 'milestone' THEN 'milestone=' || (condition ->> 'milestone')
        WHEN condition ? 'platform' THEN 'platform=' || (condition ->> 'platform')
        WHEN condition ? 'signed_up_within_days'
            THEN 'signed_up_within_days=' || (condition ->> 'signed_up_within_days')
        ELSE (SELECT min(key) FROM jsonb_object_keys(condition) AS key)
    END
$$;
