-- The Idempotency-Key that a click or a one-time link was claimed under, hashed: the same claim sent again gets the
-- same reply.
ALTER TABLE clicks ADD COLUMN claim_key bytea;
CREATE INDEX clicks_claim_key ON clicks (claim_key) WHERE claim_key IS NOT NULL;
GRANT UPDATE (claim_key) ON clicks TO shipmate_service;
ALTER TABLE links ADD COLUMN claim_key bytea;
GRANT UPDATE (claim_key) ON links TO shipmate_service;
