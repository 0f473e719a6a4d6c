-- What administrators list and look up, newest first: rewards over all users, those of a rule and those that aren't paid;
-- users by the start of their e-mail; and who did what by hand. Ids rise with time, so that indexes by id grow at their end.
DROP INDEX CONCURRENTLY IF EXISTS rewards_id;
CREATE INDEX CONCURRENTLY rewards_id ON rewards (id);
DROP INDEX CONCURRENTLY IF EXISTS rewards_rule;
CREATE INDEX CONCURRENTLY rewards_rule ON rewards (rule, id);
DROP INDEX CONCURRENTLY IF EXISTS rewards_status;
CREATE INDEX CONCURRENTLY rewards_status ON rewards (status, id) WHERE status <> 'paid';
-- The one before has all of these, too.
DROP INDEX CONCURRENTLY IF EXISTS rewards_held;
DROP INDEX CONCURRENTLY IF EXISTS credentials_email_start;
CREATE INDEX CONCURRENTLY credentials_email_start ON credentials (email COLLATE "C");
DROP INDEX CONCURRENTLY IF EXISTS audit_entries_actor;
CREATE INDEX CONCURRENTLY audit_entries_actor ON audit_entries (actor, id);
DROP INDEX CONCURRENTLY IF EXISTS audit_entries_action;
CREATE INDEX CONCURRENTLY audit_entries_action ON audit_entries (action, id);
DROP INDEX CONCURRENTLY IF EXISTS audit_entries_uid;
CREATE INDEX CONCURRENTLY audit_entries_uid ON audit_entries (uid, id) WHERE uid IS NOT NULL;
