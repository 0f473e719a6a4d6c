-- Administrators create and revoke keys, and keep operators, in the console, as the service. It proves each operator's role by
-- the encryption of the second factor. A key that the service makes has a tag, which an invented one can't have.

ALTER TABLE api_keys ALTER COLUMN has_tag SET DEFAULT true;

GRANT INSERT (id, name, scope, secret_hash, created_at, expires_at, mac), UPDATE (revoked_at, mac) ON api_keys
    TO shipmate_service;
GRANT INSERT (id, email, role, created_at), UPDATE (role, removed_at) ON operators TO shipmate_service;
GRANT INSERT, UPDATE (totp_secret) ON operator_invitations TO shipmate_service;
