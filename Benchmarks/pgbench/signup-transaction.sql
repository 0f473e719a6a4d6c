-- One sign-up as InsertUsers, InsertReferralCodes and InsertSessions write it; every other one is referred.
\set i :i + 1
\set n :fresh + :i * :connections + :client_id
\set referrer :first + random(0, :active - 1) * :step
\set referred :i % 2
BEGIN;
INSERT INTO users (uid, referral_code, referred_by, created_at)
VALUES (('01900000-0000-7000-8000-' || :n)::uuid, reverse(upper(to_hex((:n)::bigint))),
    CASE WHEN :referred = 1 THEN ('01900000-0000-7000-8000-' || :referrer)::uuid END, now());
INSERT INTO referral_codes (code, uid)
VALUES (reverse(upper(to_hex((:n)::bigint))), ('01900000-0000-7000-8000-' || :n)::uuid);
INSERT INTO sessions (uid, sid, token_hash, created_at, expires_at)
VALUES (('01900000-0000-7000-8000-' || :n)::uuid, gen_random_uuid(),
    uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), now(), now() + interval '30 days');
COMMIT;
