-- :size level events of random users in one statement, as ApplyFacts and InsertEvents write those of a batch.
WITH drawn AS MATERIALIZED (
    SELECT ('01900000-0000-7000-8000-' || (:first + floor(random() * :active)::bigint * :step))::uuid AS uid,
        gen_random_uuid() AS id, 1 + floor(random() * 4)::int AS level
    FROM generate_series(1, :size)),
arrays AS MATERIALIZED (
    SELECT array_agg(uid) AS uids, array_agg(levels[1]) AS levels, array_agg(highest) AS highest
    FROM (SELECT uid, array_agg(level) AS levels, max(level) AS highest FROM drawn GROUP BY uid ORDER BY uid) AS s),
u AS (
    UPDATE users AS u SET previous_level = u.level, previous_highest_level = u.highest_level,
        previous_milestone_count = cardinality(u.milestones), level = f.level,
        highest_level = greatest(u.highest_level, f.highest)
    FROM (SELECT unnest(uids) AS uid, unnest(levels) AS level, unnest(highest) AS highest FROM arrays) AS f
    WHERE u.uid = f.uid
    RETURNING u.uid, u.highest_level, u.referred_by)
INSERT INTO events (uid, id, type, level, received_at, user_level, user_highest_level, user_referred_by, decisions, standing)
SELECT uid, id, 'level_reached', d.level, now(), d.level, u.highest_level, u.referred_by, '{}', E'1\x3aAA'
FROM drawn AS d JOIN u USING (uid);
