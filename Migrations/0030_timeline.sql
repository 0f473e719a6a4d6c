-- How much there was of what on each day, added up behind the traffic: a worker takes in what is a minute old, and who reads
-- adds what came since. So no row that is written for a player is written for a report, too.
CREATE TABLE IF NOT EXISTS day_counts (
    measure text COLLATE "C" NOT NULL,
    -- Days since 1970-01-01, UTC.
    day int NOT NULL,
    -- The currency or the rule; empty where there is one number a day.
    name text COLLATE "C" NOT NULL,
    value bigint NOT NULL,
    CONSTRAINT day_counts_pkey PRIMARY KEY (measure, day, name)
) WITH (fillfactor = 70);

-- Up to when each kind of row is taken in.
CREATE TABLE IF NOT EXISTS day_count_progress (
    source text NOT NULL,
    counted_until timestamptz NOT NULL DEFAULT '-infinity',
    CONSTRAINT day_count_progress_pkey PRIMARY KEY (source)
);
INSERT INTO day_count_progress (source)
VALUES ('users'), ('sign_ups'), ('referrals'), ('ledger'), ('rewards') ON CONFLICT DO NOTHING;
INSERT INTO ledger_duties (name) VALUES ('days') ON CONFLICT DO NOTHING;
GRANT SELECT, INSERT, UPDATE ON day_counts TO shipmate_service;
GRANT SELECT, UPDATE ON day_count_progress TO shipmate_service;

-- Rows by time. Those of the ledger and of rewards lie in the order in which they came, and a summary of each stretch will do:
-- it costs nearly nothing where each entry of a tree would.
DROP INDEX CONCURRENTLY IF EXISTS users_created_at;
CREATE INDEX CONCURRENTLY users_created_at ON users (created_at);
DROP INDEX CONCURRENTLY IF EXISTS users_signed_up_at;
CREATE INDEX CONCURRENTLY users_signed_up_at ON users (signed_up_at) WHERE signed_up_at IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS events_referrers;
CREATE INDEX CONCURRENTLY events_referrers ON events (received_at) WHERE type = 'referrer_recorded';
DROP INDEX CONCURRENTLY IF EXISTS ledger_entries_created_at;
CREATE INDEX CONCURRENTLY ledger_entries_created_at ON ledger_entries USING brin (created_at) WITH (autosummarize = on);
DROP INDEX CONCURRENTLY IF EXISTS rewards_granted_at;
CREATE INDEX CONCURRENTLY rewards_granted_at ON rewards USING brin (granted_at) WITH (autosummarize = on);
DROP INDEX CONCURRENTLY IF EXISTS rewards_unpaid_days;
CREATE INDEX CONCURRENTLY rewards_unpaid_days ON rewards (granted_at, rule) INCLUDE (status) WHERE status <> 'paid';
