-- Work on all players that administrators ask for, by whichever process, one at a time: trials of rules, and backfills.
-- Small, and the coordinator's own on Citus.
CREATE TABLE jobs (
    id uuid NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    -- The rule that is tried, which may be nowhere else, or the one that is filled in; as in `rule_versions`.
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
    -- When the facts arrived that a trial replays.
    facts_from timestamptz,
    facts_until timestamptz,
    made_at timestamptz NOT NULL,
    made_by text NOT NULL,
    ended_at timestamptz,
    -- The last player that is done with, and what it all came to so far.
    done_uid uuid,
    progress_permille int NOT NULL DEFAULT 0,
    result text[] NOT NULL DEFAULT '{}',
    failure text,
    -- Whoever is at it keeps the lease; who takes it over takes the next turn.
    turn bigint NOT NULL DEFAULT 0,
    leased_until timestamptz NOT NULL DEFAULT '-infinity',
    CONSTRAINT jobs_pkey PRIMARY KEY (id),
    CONSTRAINT jobs_kind CHECK (kind IN ('trial', 'backfill')),
    CONSTRAINT jobs_state CHECK (state IN ('waiting', 'running', 'done', 'failed')),
    CONSTRAINT jobs_progress CHECK (progress_permille BETWEEN 0 AND 1000)
);
CREATE UNIQUE INDEX jobs_one ON jobs ((true)) WHERE state IN ('waiting', 'running');

-- What the trial under way has found so far. It is worth nothing once that has ended, or PostgreSQL has.
CREATE UNLOGGED TABLE trial_rewards (
    job uuid NOT NULL,
    at timestamptz NOT NULL,
    subject uuid NOT NULL,
    -- Which of the rule's grants.
    place int NOT NULL,
    beneficiary uuid NOT NULL,
    currency text NOT NULL,
    outcome text NOT NULL,
    reason text NOT NULL,
    was_given bool NOT NULL,
    CONSTRAINT trial_rewards_pkey PRIMARY KEY (job, at, subject, place)
);

CREATE UNLOGGED TABLE trial_sums (
    job uuid NOT NULL,
    uid uuid NOT NULL,
    currency text NOT NULL,
    given bigint NOT NULL,
    amount bigint NOT NULL,
    -- As in `reward_places`.
    recent text NOT NULL,
    CONSTRAINT trial_sums_pkey PRIMARY KEY (job, uid, currency)
) WITH (fillfactor = 70);

GRANT SELECT, INSERT, UPDATE ON jobs TO shipmate_service;
GRANT SELECT, INSERT, UPDATE, TRUNCATE ON trial_rewards, trial_sums TO shipmate_service;
