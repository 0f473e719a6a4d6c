-- One event that pays: what Shipmate writes, but for the user's row, which Shipmate writes twice.
\set n :first + :fresh + 2 * (:i * :connections + :client_id)
\set i :i + 1
BEGIN;
UPDATE users SET previous_level = level, previous_highest_level = highest_level,
    previous_milestone_count = cardinality(milestones), level = 5, highest_level = greatest(highest_level, 5),
    settled_rules = '{level-5=paid}'
WHERE uid = ('01900000-0000-7000-8000-' || :n)::uuid AND settled_rules = '{}'
RETURNING highest_level, referred_by::text AS referrer \gset
INSERT INTO events (uid, id, type, level, received_at, user_level, user_highest_level, user_referred_by, decisions)
VALUES (('01900000-0000-7000-8000-' || :n)::uuid, gen_random_uuid(), 'level_reached', 5, now(), 5,
    :highest_level, (:referrer)::uuid, '{signup=not_yet=not_signed_up,level-5=paid=deserved}');
INSERT INTO rewards (uid, subject, rule, id, role, currency, amount, status, reason, granted_at)
VALUES ((:referrer)::uuid, ('01900000-0000-7000-8000-' || :n)::uuid, 'level-5', gen_random_uuid(), 'referrer',
    'pieces_of_eight', 50, 'paid', 'A friend reached level 5', now());
INSERT INTO balances AS b (uid, currency, amount, entries) VALUES ((:referrer)::uuid, 'pieces_of_eight', 50, 1)
ON CONFLICT ON CONSTRAINT balances_pkey
DO UPDATE SET amount = b.amount + excluded.amount, entries = b.entries + excluded.entries
RETURNING amount AS balance, entries AS sequence \gset
INSERT INTO ledger_entries (uid, id, currency, sequence, kind, amount, balance_after, rule, subject, reason, created_at)
VALUES ((:referrer)::uuid, gen_random_uuid(), 'pieces_of_eight', :sequence, 'grant', 50, :balance, 'level-5',
    ('01900000-0000-7000-8000-' || :n)::uuid, 'A friend reached level 5', now());
COMMIT;
