-- :size paying events in one transaction, as those that come together share one. `notify` is a call for each transaction, or none.
\set n :first + :fresh + 2 * :size * (:i * :connections + :client_id)
\set i :i + 1
WITH u AS (
    UPDATE users SET previous_level = level, previous_highest_level = highest_level,
        previous_milestone_count = cardinality(milestones), level = 5, highest_level = greatest(highest_level, 5),
        settled_rules = '{level-5=paid}'
    WHERE uid = ANY (ARRAY(
        SELECT ('01900000-0000-7000-8000-' || (:n::bigint + 2 * k))::uuid FROM generate_series(0, :size - 1) AS k))
        AND settled_rules = '{}'
    RETURNING uid, level, highest_level, referred_by),
e AS (
    INSERT INTO events (uid, id, type, level, received_at, user_level, user_highest_level, user_referred_by, decisions)
    SELECT uid, gen_random_uuid(), 'level_reached', level, now(), level, highest_level, referred_by,
        '{signup=not_yet=not_signed_up,level-5=paid=deserved}'
    FROM u),
r AS (
    INSERT INTO rewards (uid, subject, rule, id, role, currency, amount, status, reason, granted_at)
    SELECT referred_by, uid, 'level-5', gen_random_uuid(), 'referrer', 'pieces_of_eight', 50, 'paid',
        'A friend reached level 5', now()
    FROM u
    RETURNING uid, subject, id),
b AS (
    INSERT INTO balances AS b (uid, currency, amount, entries) SELECT uid, 'pieces_of_eight', 50, 1 FROM r ORDER BY uid
    ON CONFLICT ON CONSTRAINT balances_pkey
    DO UPDATE SET amount = b.amount + excluded.amount, entries = b.entries + excluded.entries
    RETURNING uid, amount, entries),
l AS (
    INSERT INTO ledger_entries (uid, id, currency, sequence, kind, amount, balance_after, rule, subject, reason, created_at)
    SELECT b.uid, r.id, 'pieces_of_eight', b.entries, 'grant', 50, b.amount, 'level-5', r.subject,
        'A friend reached level 5', now()
    FROM b JOIN r USING (uid))
SELECT CASE WHEN :notifies THEN pg_notify('bench', '')::text END;
