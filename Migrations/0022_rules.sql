-- Rules are rows, and what decides is a programme of them. Beside traffic: each statement by itself, so that all may
-- be run again, and servers of the version before go on with the two rules that they carry. What they keep of an event
-- is read as it was.
CREATE TABLE IF NOT EXISTS rules (
    name text NOT NULL,
    -- The newest of its versions: what is in force, or would be.
    version bigint NOT NULL,
    state text NOT NULL,
    -- Rules decide in this order.
    position bigint NOT NULL,
    -- When it was first put into force.
    activated_at timestamptz,
    CONSTRAINT rules_pkey PRIMARY KEY (name),
    CONSTRAINT rules_state CHECK (state IN ('draft', 'active', 'paused', 'archived'))
);

-- What each change has made of a rule. Conditions and grants are texts, such as `highest_level>=5` and
-- `referrer:pieces_of_eight:50`.
CREATE TABLE IF NOT EXISTS rule_versions (
    name text NOT NULL,
    version bigint NOT NULL,
    description text NOT NULL,
    conditions text[] NOT NULL,
    grants text[] NOT NULL,
    players text NOT NULL,
    starts_at timestamptz,
    ends_at timestamptz,
    per_beneficiary bigint,
    per_beneficiary_per_day bigint,
    budget bigint,
    hold_hours bigint NOT NULL,
    -- The version since which all that the rule gives is counted; null where nothing need be.
    counted_from bigint,
    changed_at timestamptz NOT NULL,
    changed_by text NOT NULL,
    CONSTRAINT rule_versions_pkey PRIMARY KEY (name, version),
    CONSTRAINT rule_versions_players CHECK (players IN ('all', 'new'))
);
DROP TRIGGER IF EXISTS rule_versions_append_only ON rule_versions;
CREATE TRIGGER rule_versions_append_only BEFORE UPDATE OR DELETE ON rule_versions
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
DROP TRIGGER IF EXISTS rule_versions_no_truncate ON rule_versions;
CREATE TRIGGER rule_versions_no_truncate BEFORE TRUNCATE ON rule_versions
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- Which versions of which rules were in force together, in their order: an event names the programme that judged it.
CREATE TABLE IF NOT EXISTS programmes (
    version bigint NOT NULL,
    names text[] NOT NULL,
    versions bigint[] NOT NULL,
    made_at timestamptz NOT NULL,
    CONSTRAINT programmes_pkey PRIMARY KEY (version)
);
DROP TRIGGER IF EXISTS programmes_append_only ON programmes;
CREATE TRIGGER programmes_append_only BEFORE UPDATE OR DELETE ON programmes
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
DROP TRIGGER IF EXISTS programmes_no_truncate ON programmes;
CREATE TRIGGER programmes_no_truncate BEFORE TRUNCATE ON programmes
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- What rules with a budget have given in each currency.
CREATE TABLE IF NOT EXISTS rule_budgets (
    rule text NOT NULL,
    currency text NOT NULL,
    spent bigint NOT NULL,
    CONSTRAINT rule_budgets_pkey PRIMARY KEY (rule, currency),
    CONSTRAINT rule_budgets_spent CHECK (spent >= 0)
) WITH (fillfactor = 70);

-- What rules with limits or tiers have given to somebody: the row is the lock that makes a limit hold.
CREATE TABLE IF NOT EXISTS reward_places (
    uid uuid NOT NULL,
    rule text NOT NULL,
    currency text NOT NULL,
    -- The version of the rule since which it was counted; what another has is counted anew, from the rewards.
    epoch bigint NOT NULL DEFAULT -1,
    given bigint NOT NULL DEFAULT 0,
    -- When, within the last day, in microseconds since 1970; for rules with a limit a day.
    recent text NOT NULL DEFAULT '',
    CONSTRAINT reward_places_pkey PRIMARY KEY (uid, rule, currency)
) WITH (fillfactor = 70);

-- The two rules of an installation until now.
INSERT INTO rule_versions (name, version, description, conditions, grants, players, hold_hours, changed_at, changed_by)
VALUES
    ('signup', 1, 'Signed up after a referral', '{signed_up,referred}', '{referee:pieces_of_eight:50}', 'all', 0,
        clock_timestamp(), 'migration 22'),
    ('level-5', 1, 'A friend reached level 5', '{highest_level>=5}', '{referrer:pieces_of_eight:50}', 'all', 0,
        clock_timestamp(), 'migration 22')
ON CONFLICT DO NOTHING;
INSERT INTO rules (name, version, state, position, activated_at)
VALUES ('signup', 1, 'active', 1, clock_timestamp()), ('level-5', 1, 'active', 2, clock_timestamp())
ON CONFLICT DO NOTHING;
INSERT INTO programmes (version, names, versions, made_at)
VALUES (1, '{signup,level-5}', '{1,1}', clock_timestamp())
ON CONFLICT DO NOTHING;
INSERT INTO ledger_duties (name) VALUES ('release') ON CONFLICT DO NOTHING;

-- What counters came to, as name=sum.
ALTER TABLE users ADD COLUMN IF NOT EXISTS counters text[] NOT NULL DEFAULT '{}';

ALTER TABLE events ADD COLUMN IF NOT EXISTS counter text;
ALTER TABLE events ADD COLUMN IF NOT EXISTS increment bigint;
-- The programme, and a letter for each of its rules; `decisions` then has only what the event changed.
ALTER TABLE events ADD COLUMN IF NOT EXISTS standing text;
ALTER TABLE events DROP CONSTRAINT IF EXISTS events_facts;
ALTER TABLE events ADD CONSTRAINT events_facts CHECK (
    CASE type
        WHEN 'level_reached' THEN level IS NOT NULL AND num_nonnulls(milestone, referrer, counter, increment) = 0
        WHEN 'milestone_reached' THEN milestone IS NOT NULL AND num_nonnulls(level, referrer, counter, increment) = 0
        WHEN 'counter_incremented'
            THEN num_nonnulls(counter, increment) = 2 AND num_nonnulls(level, milestone, referrer) = 0
        WHEN 'referrer_recorded' THEN referrer IS NOT NULL AND num_nonnulls(level, milestone, counter, increment) = 0
        WHEN 'credential_linked' THEN num_nonnulls(level, milestone, referrer, counter, increment) = 0
        ELSE false
    END) NOT VALID;
ALTER TABLE events VALIDATE CONSTRAINT events_facts;
ALTER TABLE events DROP CONSTRAINT IF EXISTS events_shape;

-- When a held reward is paid by itself, and which version of its rule made it.
ALTER TABLE rewards ADD COLUMN IF NOT EXISTS release_at timestamptz;
ALTER TABLE rewards ADD COLUMN IF NOT EXISTS rule_version bigint;
DROP INDEX CONCURRENTLY IF EXISTS rewards_due;
CREATE INDEX CONCURRENTLY rewards_due ON rewards (release_at) WHERE status = 'held' AND release_at IS NOT NULL;
-- In the order of a user's list, which has currencies now.
DROP INDEX CONCURRENTLY IF EXISTS rewards_unpaid_by_currency;
CREATE INDEX CONCURRENTLY rewards_unpaid_by_currency ON rewards (uid, status, subject, rule, currency)
    WHERE status <> 'paid';
DROP INDEX CONCURRENTLY IF EXISTS rewards_unpaid;

-- A rule may pay somebody in several currencies for one subject: once in each. Citus takes no index for a constraint,
-- and makes it anew.
DROP INDEX CONCURRENTLY IF EXISTS rewards_once;
CREATE UNIQUE INDEX CONCURRENTLY rewards_once ON rewards (uid, subject, rule, currency);
DO $$
DECLARE
    is_spread bool := false;
BEGIN
    IF to_regclass('pg_dist_partition') IS NOT NULL THEN
        EXECUTE 'SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = ''rewards''::regclass)'
            INTO is_spread;
    END IF;
    IF is_spread THEN
        ALTER TABLE rewards DROP CONSTRAINT IF EXISTS rewards_pkey;
        ALTER TABLE rewards ADD CONSTRAINT rewards_pkey PRIMARY KEY (uid, subject, rule, currency);
        DROP INDEX rewards_once;
    ELSE
        ALTER TABLE rewards DROP CONSTRAINT IF EXISTS rewards_pkey,
            ADD CONSTRAINT rewards_pkey PRIMARY KEY USING INDEX rewards_once;
    END IF;
END
$$;

GRANT SELECT, INSERT, UPDATE ON rules, rule_budgets, reward_places TO shipmate_service;
GRANT SELECT, INSERT ON rule_versions, programmes TO shipmate_service;
