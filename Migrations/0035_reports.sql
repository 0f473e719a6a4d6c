-- How far invites came, and who brought most: added up behind the traffic from the rows there are, as the timeline is. Beside
-- traffic: each statement by itself, so that all may be run again, and servers of the version before know nothing of it.

-- The link that brought a user, where a claim's receipt told of one.
ALTER TABLE users ADD COLUMN IF NOT EXISTS referral_link text COLLATE "C";
-- Whether the name may be shown to everybody.
ALTER TABLE user_profiles ADD COLUMN IF NOT EXISTS is_public bool NOT NULL DEFAULT false;

INSERT INTO day_count_progress (source)
VALUES ('invites'), ('opens'), ('arrivals'), ('friends_signed_up'), ('friends_rewarded') ON CONFLICT DO NOTHING;
INSERT INTO ledger_duties (name) VALUES ('leaders') ON CONFLICT DO NOTHING;

-- What friends brought somebody on each of the last thirty days.
CREATE TABLE IF NOT EXISTS brought_days (
    uid uuid NOT NULL,
    currency text NOT NULL,
    -- Days since 1970-01-01, UTC.
    day int NOT NULL,
    amount bigint NOT NULL,
    CONSTRAINT brought_days_pkey PRIMARY KEY (uid, currency, day)
) WITH (fillfactor = 70);
CREATE INDEX IF NOT EXISTS brought_days_day ON brought_days (day, uid, currency);

-- The same within so many days up to today; 0 for all there ever were.
CREATE TABLE IF NOT EXISTS brought_sums (
    uid uuid NOT NULL,
    currency text NOT NULL,
    days int NOT NULL,
    amount bigint NOT NULL,
    CONSTRAINT brought_sums_pkey PRIMARY KEY (uid, currency, days),
    CONSTRAINT brought_sums_amount CHECK (amount >= 0)
) WITH (fillfactor = 70);
CREATE INDEX IF NOT EXISTS brought_sums_amount ON brought_sums (currency, days, amount DESC, uid) WHERE amount > 0;

-- How many have about as much, so that somebody's place isn't counted player by player.
CREATE TABLE IF NOT EXISTS brought_ranks (
    currency text NOT NULL,
    days int NOT NULL,
    bucket int NOT NULL,
    players bigint NOT NULL,
    CONSTRAINT brought_ranks_pkey PRIMARY KEY (currency, days, bucket)
) WITH (fillfactor = 70);

-- Up to when grants are taken in, and which day is today there.
CREATE TABLE IF NOT EXISTS brought_progress (
    is_only bool NOT NULL DEFAULT true,
    counted_until timestamptz,
    day int,
    -- While the day turns: the span that a day is leaving, and the last of its rows that did.
    leaving int,
    left_uid uuid,
    left_currency text NOT NULL DEFAULT '',
    CONSTRAINT brought_progress_pkey PRIMARY KEY (is_only),
    CONSTRAINT brought_progress_only CHECK (is_only)
);
INSERT INTO brought_progress DEFAULT VALUES ON CONFLICT DO NOTHING;

GRANT SELECT, INSERT, UPDATE, DELETE ON brought_days TO shipmate_service;
GRANT SELECT, INSERT, UPDATE ON brought_sums, brought_ranks TO shipmate_service;
GRANT SELECT, UPDATE ON brought_progress TO shipmate_service;

-- Rewards taken back are few, and looked for by time.
DROP INDEX CONCURRENTLY IF EXISTS audit_entries_reversals;
CREATE INDEX CONCURRENTLY audit_entries_reversals ON audit_entries (created_at) WHERE action = 'reward.reverse';
