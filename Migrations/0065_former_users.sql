-- The players merged into an account, on the account's own row: a call's id is looked for among theirs, too, and nothing is
-- read for accounts without any. Beside traffic: each statement by itself, so that all may be run again. Servers of the
-- version before neither read nor write it.

-- The uids of the anonymous players merged into the user; null for none.
ALTER TABLE users ADD COLUMN IF NOT EXISTS former uuid[];

-- Merges from before.
WITH merged AS MATERIALIZED (SELECT uid, array_agg(merged ORDER BY merged) AS former FROM merged_users GROUP BY uid)
UPDATE users AS u SET former = merged.former FROM merged WHERE u.uid = merged.uid AND u.former IS NULL;
