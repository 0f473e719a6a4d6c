-- The key of a sign-up opens its user for as long as that is anonymous, and goes when the user is erased.
-- Beside traffic: each statement by itself, so that all may be run again.
DROP INDEX CONCURRENTLY IF EXISTS sign_up_keys_uid;
CREATE INDEX CONCURRENTLY sign_up_keys_uid ON sign_up_keys (uid);
