-- What waits for an administrator is found by its rule and by what speaks against it, in the index alone. Beside traffic:
-- each statement by itself, so that all may be run again.
DROP INDEX CONCURRENTLY IF EXISTS rewards_for_review;
CREATE INDEX CONCURRENTLY rewards_for_review ON rewards (id) INCLUDE (rule, codes)
    WHERE status = 'held' AND release_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS rewards_to_review;
