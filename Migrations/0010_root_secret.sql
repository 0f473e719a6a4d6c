-- One secret that never changes, apart from the keys that access tokens are signed with: what must outlive a change of
-- signing key (refresh tokens, Idempotency-Keys, invite codes, clicks' hashes) is derived from it.
ALTER TABLE signing_keys
    -- Until when tokens that it signed are good; null for the one in force, the newest.
    ADD COLUMN retires_at timestamptz;

-- It has one row.
CREATE TABLE root_secret (
    id bool NOT NULL DEFAULT true,
    secret bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT root_secret_pkey PRIMARY KEY (id),
    CONSTRAINT root_secret_single CHECK (id),
    CONSTRAINT root_secret_length CHECK (octet_length(secret) = 32)
);

-- All that was issued until now was derived from the newest signing key.
INSERT INTO root_secret (secret) SELECT seed FROM signing_keys ORDER BY generation DESC LIMIT 1;

-- Without it every refresh token ends, and with it every anonymous account.
CREATE TRIGGER root_secret_append_only BEFORE UPDATE OR DELETE ON root_secret
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER root_secret_no_truncate BEFORE TRUNCATE ON root_secret
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_rewriting();

-- Every process is told of a change to the signing keys, also of one by hand.
CREATE FUNCTION notify_of_signing_keys() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('shipmate_signing_keys', '');
    RETURN NULL;
END
$$;
CREATE TRIGGER signing_keys_notify AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON signing_keys
    FOR EACH STATEMENT EXECUTE FUNCTION notify_of_signing_keys();

GRANT SELECT, INSERT ON root_secret TO shipmate_service;
