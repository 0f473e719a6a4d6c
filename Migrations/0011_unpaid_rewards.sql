-- A user's rewards that wait or were voided, in the order of their list. What is paid, nearly all of them, has no entry
-- here and pays nothing for it.
DROP INDEX CONCURRENTLY IF EXISTS rewards_unpaid;
CREATE INDEX CONCURRENTLY rewards_unpaid ON rewards (uid, status, subject, rule) WHERE status <> 'paid';
