-- Users, keyed and distributed by uid. Level updates stay HOT: no index holds a column that they touch, and pages keep
-- room for the new version of a row.
CREATE TABLE users (
    uid uuid NOT NULL,
    referral_code text NOT NULL,
    -- No foreign key: it would cross shards. The service checks it before it writes.
    referred_by uuid,
    match_confidence text,
    referral_rejection text,
    rejected_claim text,
    email text,
    level int NOT NULL DEFAULT 0,
    highest_level int NOT NULL DEFAULT 0,
    milestones text[] NOT NULL DEFAULT '{}',
    -- What rules decided for good, as rule=outcome.
    settled_rules text[] NOT NULL DEFAULT '{}',
    -- What the last level update found: PostgreSQL 15 returns only new values from UPDATE.
    previous_level int NOT NULL DEFAULT 0,
    previous_highest_level int NOT NULL DEFAULT 0,
    previous_milestone_count int NOT NULL DEFAULT 0,
    signed_up_at timestamptz,
    last_signin_at timestamptz,
    created_at timestamptz NOT NULL,
    CONSTRAINT users_pkey PRIMARY KEY (uid),
    CONSTRAINT users_no_self_referral CHECK (referred_by <> uid),
    CONSTRAINT users_level_range CHECK (level BETWEEN 0 AND 1000000 AND highest_level >= level),
    CONSTRAINT users_milestone_count CHECK (cardinality(milestones) <= 256),
    CONSTRAINT users_match_confidence CHECK (match_confidence IN ('unique', 'default', 'weak')),
    CONSTRAINT users_email_when_signed_up CHECK ((email IS NULL) = (signed_up_at IS NULL))
) WITH (fillfactor = 70);

CREATE INDEX users_referred_by ON users (referred_by, uid) WHERE referred_by IS NOT NULL;
CREATE INDEX users_referred_by_signed_up ON users (referred_by)
    WHERE referred_by IS NOT NULL AND signed_up_at IS NOT NULL;

-- Keyed by code, so that a code is unique whichever shard its user lives on.
CREATE TABLE referral_codes (
    code text NOT NULL,
    uid uuid NOT NULL,
    CONSTRAINT referral_codes_pkey PRIMARY KEY (code),
    CONSTRAINT referral_codes_shape CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{10}$')
);

-- The hashed Idempotency-Key of a sign-up, good for 24 hours.
CREATE TABLE sign_up_keys (
    key_hash bytea NOT NULL,
    uid uuid NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT sign_up_keys_pkey PRIMARY KEY (key_hash)
);
CREATE INDEX sign_up_keys_created_at ON sign_up_keys (created_at);

GRANT SELECT, INSERT, UPDATE ON users TO shipmate_service;
GRANT SELECT, INSERT ON referral_codes TO shipmate_service;
GRANT SELECT, INSERT, DELETE ON sign_up_keys TO shipmate_service;
