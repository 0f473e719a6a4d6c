-- Players sign in with identities that others vouch for: Apple's, Google's, or any issuer's. Keyed by provider and subject, so
-- that an identity is one user's whichever shard the user lives on. Beside traffic: each statement by itself.
CREATE TABLE IF NOT EXISTS identities (
    -- Such as `google:110169484474386276334`.
    identity text COLLATE "C" NOT NULL,
    uid uuid NOT NULL,
    CONSTRAINT identities_pkey PRIMARY KEY (identity)
);

-- The same, seen from the user.
CREATE TABLE IF NOT EXISTS user_identities (
    uid uuid NOT NULL,
    provider text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL,
    -- What the provider vouches for as the user's.
    email text,
    created_at timestamptz NOT NULL,
    CONSTRAINT user_identities_pkey PRIMARY KEY (uid, provider)
);

GRANT SELECT, INSERT, DELETE ON identities, user_identities TO shipmate_service;
