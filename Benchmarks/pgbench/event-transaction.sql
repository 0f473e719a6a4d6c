-- One level event as ApplyFacts and InsertEvents write it, statement by statement.
\set n :first + random(0, :active - 1) * :step
\set level random(1, 4)
BEGIN;
UPDATE users SET previous_level = level, previous_highest_level = highest_level,
    previous_milestone_count = cardinality(milestones), level = :level,
    highest_level = greatest(highest_level, :level)
WHERE uid = ('01900000-0000-7000-8000-' || :n)::uuid
RETURNING highest_level, coalesce(referred_by::text, '') AS referrer \gset
INSERT INTO events (uid, id, type, level, received_at, user_level, user_highest_level, user_referred_by, decisions, standing)
VALUES (('01900000-0000-7000-8000-' || :n)::uuid, gen_random_uuid(), 'level_reached', :level, now(), :level,
    :highest_level, nullif(:referrer, '')::uuid, '{}', E'1\x3aAA');
COMMIT;
