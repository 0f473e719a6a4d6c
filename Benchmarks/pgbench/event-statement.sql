-- One level event as ApplyFacts and InsertEvents write it, in one statement.
\set n :first + random(0, :active - 1) * :step
\set level random(1, 4)
WITH u AS (
    UPDATE users SET previous_level = level, previous_highest_level = highest_level,
        previous_milestone_count = cardinality(milestones), level = :level,
        highest_level = greatest(highest_level, :level)
    WHERE uid = ('01900000-0000-7000-8000-' || :n)::uuid
    RETURNING uid, level, highest_level, referred_by)
INSERT INTO events (uid, id, type, level, received_at, user_level, user_highest_level, user_referred_by, decisions, standing)
SELECT uid, gen_random_uuid(), 'level_reached', level, now(), level, highest_level, referred_by, '{}', E'1\x3aAA'
FROM u;
