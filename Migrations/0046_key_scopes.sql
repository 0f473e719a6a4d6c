-- API keys in place of the secrets that Branch's and Firebase's clients send: they expire, can be revoked, and
-- say when they were last used. The table has a row for each key, so that the check costs nothing.
ALTER TABLE api_keys DROP CONSTRAINT IF EXISTS api_keys_scope;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_scope
    CHECK (scope IN ('admin', 'server', 'read', 'links', 'branch'));
