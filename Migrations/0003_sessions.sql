-- E-mail credentials, keyed by e-mail: two users can't own one, whichever commits first.
CREATE TABLE credentials (
    email text NOT NULL,
    uid uuid NOT NULL,
    password_hash text NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT credentials_pkey PRIMARY KEY (email)
);

-- A session is a family of refresh tokens, each the successor of the one before; only hashes are kept.
CREATE TABLE sessions (
    uid uuid NOT NULL,
    sid uuid NOT NULL,
    token_hash bytea NOT NULL,
    previous_token_hash bytea,
    rotated_at timestamptz,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT sessions_pkey PRIMARY KEY (uid, sid)
);
CREATE INDEX sessions_expires_at ON sessions (expires_at);

-- Sessions ended before their access tokens expired. Every process knows them: by notification, and by reading this
-- table whenever it has (re)connected.
CREATE TABLE revocations (
    sid uuid NOT NULL,
    -- When the last access token of the session has expired and the row may go.
    expires_at timestamptz NOT NULL,
    CONSTRAINT revocations_pkey PRIMARY KEY (sid)
);
CREATE INDEX revocations_expires_at ON revocations (expires_at);

-- What access tokens are signed with. A generation is made once, whichever process comes first.
CREATE TABLE signing_keys (
    generation int NOT NULL,
    seed bytea NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT signing_keys_pkey PRIMARY KEY (generation),
    CONSTRAINT signing_keys_seed_length CHECK (octet_length(seed) = 32)
);

-- Keys of an app's own servers and of administrators, hashed. Only the owner makes and revokes them.
CREATE TABLE api_keys (
    id uuid NOT NULL,
    name text NOT NULL,
    scope text NOT NULL,
    secret_hash bytea NOT NULL,
    created_at timestamptz NOT NULL,
    revoked_at timestamptz,
    CONSTRAINT api_keys_pkey PRIMARY KEY (id),
    CONSTRAINT api_keys_scope CHECK (scope IN ('admin', 'server', 'read'))
);

GRANT SELECT, INSERT, UPDATE, DELETE ON credentials, sessions, revocations TO shipmate_service;
GRANT SELECT, INSERT ON signing_keys TO shipmate_service;
GRANT SELECT ON api_keys TO shipmate_service;
