-- What each sign-up writes and checks. Ids of users are as old as they are, so that an index by time says nothing that the one by
-- id doesn't. And to count ten characters costs an expression more than to look whether all of them may be there. Beside traffic:
-- each statement by itself, so that all may be run again.
ALTER TABLE referral_codes DROP CONSTRAINT IF EXISTS referral_codes_alphabet;
ALTER TABLE referral_codes ADD CONSTRAINT referral_codes_alphabet
    CHECK (octet_length(code) = 10 AND code ~ '^[0-9A-HJKMNP-TV-Z]*$') NOT VALID;
ALTER TABLE referral_codes VALIDATE CONSTRAINT referral_codes_alphabet;
ALTER TABLE referral_codes DROP CONSTRAINT IF EXISTS referral_codes_shape;
DROP INDEX CONCURRENTLY IF EXISTS users_created_at;
