-- A key from outside the database may wrap the root secret and the signing keys' seeds: 24 bytes of nonce, 32 encrypted, 16 of tag.
ALTER TABLE root_secret DROP CONSTRAINT root_secret_length;
ALTER TABLE root_secret ADD CONSTRAINT root_secret_length CHECK (octet_length(secret) IN (32, 72));
ALTER TABLE signing_keys DROP CONSTRAINT signing_keys_seed_length;
ALTER TABLE signing_keys ADD CONSTRAINT signing_keys_seed_length CHECK (octet_length(seed) IN (32, 72));

-- Only its wrapping may change: without the secret every refresh token ends, and with it every anonymous account.
DROP TRIGGER root_secret_append_only ON root_secret;
CREATE TRIGGER root_secret_append_only BEFORE DELETE ON root_secret
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();
CREATE TRIGGER root_secret_wrapping_only BEFORE UPDATE ON root_secret
    FOR EACH ROW WHEN (octet_length(OLD.secret) = octet_length(NEW.secret) OR OLD.created_at <> NEW.created_at)
    EXECUTE FUNCTION refuse_rewriting();
