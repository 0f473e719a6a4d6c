-- What a merge could not take back waits for an administrator, beside rewards that are held. Beside traffic: each statement by
-- itself, so that all may be run again.
DROP INDEX CONCURRENTLY IF EXISTS rewards_unrecovered;
CREATE INDEX CONCURRENTLY rewards_unrecovered ON rewards (id) INCLUDE (rule, codes)
    WHERE status = 'reversed' AND unrecovered > 0 AND codes <> '';
