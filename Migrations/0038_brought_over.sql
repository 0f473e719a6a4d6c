-- What friends brought an anonymous player is, on leaderboards, the account's that it became. Beside traffic: each statement
-- by itself, so that all may be run again.
ALTER TABLE merges ADD COLUMN IF NOT EXISTS is_brought_over bool NOT NULL DEFAULT false;
DROP INDEX CONCURRENTLY IF EXISTS merges_brought_over;
CREATE INDEX CONCURRENTLY merges_brought_over ON merges (uid) WHERE NOT is_brought_over;
