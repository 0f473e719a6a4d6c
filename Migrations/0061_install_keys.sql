-- An install may have a key, whose private half never leaves the device. Refreshing its sessions needs a proof by it.
-- Beside traffic: new tables, and a column that may be empty.
-- The user of each install key, while that is anonymous.
CREATE TABLE IF NOT EXISTS install_keys (
    -- A keyed hash of the public key.
    thumbprint bytea NOT NULL,
    uid uuid NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT install_keys_pkey PRIMARY KEY (thumbprint),
    CONSTRAINT install_keys_thumbprint_length CHECK (octet_length(thumbprint) = 32)
);
CREATE INDEX IF NOT EXISTS install_keys_uid ON install_keys (uid);

-- The install key of an anonymous user.
CREATE TABLE IF NOT EXISTS user_install_keys (
    uid uuid NOT NULL,
    -- Encrypted by the root secret.
    public_key bytea NOT NULL,
    CONSTRAINT user_install_keys_pkey PRIMARY KEY (uid),
    CONSTRAINT user_install_keys_public_key_length CHECK (octet_length(public_key) <= 255)
);

-- The encrypted public key that refreshes must be signed with; empty for none.
ALTER TABLE sessions ADD COLUMN IF NOT EXISTS install_key bytea;

GRANT SELECT, INSERT, DELETE ON install_keys, user_install_keys TO shipmate_service;
