-- Operators sign in to the console with a password and a code of their authenticator app, or with an API key.

CREATE TABLE operators (
    id uuid NOT NULL,
    -- In lower case.
    email text NOT NULL,
    role text NOT NULL,
    -- Null until the invitation was accepted, and after a reset; so is all that follows from it.
    password_hash text,
    -- Encrypted, as this operator's with this role.
    totp_secret bytea,
    -- The last step of 30 seconds whose code was accepted: no code is accepted twice.
    totp_step bigint,
    -- Keyed hashes of the codes that are left.
    recovery_hashes bytea[] NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL,
    -- To the minute.
    seen_at timestamptz,
    removed_at timestamptz,
    CONSTRAINT operators_role CHECK (role IN ('viewer', 'support', 'manager', 'admin')),
    CONSTRAINT operators_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX operators_email ON operators (email) WHERE removed_at IS NULL;

CREATE TABLE operator_invitations (
    -- Of the link's token.
    token_hash bytea NOT NULL,
    operator uuid NOT NULL,
    -- Encrypted, as the invitation's of this operator with this role.
    totp_secret bytea NOT NULL,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    used_at timestamptz,
    CONSTRAINT operator_invitations_pkey PRIMARY KEY (token_hash)
);

CREATE TABLE console_sessions (
    id uuid NOT NULL,
    -- Of the cookie's token.
    token_hash bytea NOT NULL,
    -- Whose it is: an operator's or a key's.
    operator uuid,
    api_key uuid,
    address text NOT NULL,
    user_agent text NOT NULL,
    created_at timestamptz NOT NULL,
    -- To the minute.
    seen_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    ended_at timestamptz,
    CONSTRAINT console_sessions_holder CHECK (num_nonnulls(operator, api_key) = 1),
    CONSTRAINT console_sessions_user_agent_length CHECK (char_length(user_agent) <= 200),
    CONSTRAINT console_sessions_token_hash UNIQUE (token_hash),
    CONSTRAINT console_sessions_pkey PRIMARY KEY (id)
);

-- Only the owner adds and removes operators, invites them, and changes their roles.
GRANT SELECT, UPDATE (password_hash, totp_secret, totp_step, recovery_hashes, seen_at) ON operators TO shipmate_service;
GRANT SELECT, UPDATE (used_at), DELETE ON operator_invitations TO shipmate_service;
GRANT SELECT, INSERT, UPDATE (seen_at, ended_at), DELETE ON console_sessions TO shipmate_service;
