-- The same rows as signup-transaction.sql, in one statement.
\set i :i + 1
\set n :fresh + :i * :connections + :client_id
\set referrer :first + random(0, :active - 1) * :step
\set referred :i % 2
WITH u AS (
    INSERT INTO users (uid, referral_code, referred_by, created_at)
    VALUES (('01900000-0000-7000-8000-' || :n)::uuid, reverse(upper(to_hex((:n)::bigint))),
        CASE WHEN :referred = 1 THEN ('01900000-0000-7000-8000-' || :referrer)::uuid END, now())
    RETURNING uid, referral_code),
codes AS (INSERT INTO referral_codes (code, uid) SELECT referral_code, uid FROM u)
INSERT INTO sessions (uid, sid, token_hash, created_at, expires_at)
SELECT uid, gen_random_uuid(), uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), now(),
    now() + interval '30 days'
FROM u;
