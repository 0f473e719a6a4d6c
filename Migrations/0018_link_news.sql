-- Whoever uses a link up tells of it in its own transaction: a trigger on a distributed table would tell the worker that it
-- runs on, where nobody listens. Until all servers are of this version, a one-time link that one of the version before has
-- taken may be shown for another half a minute; nobody can take it twice.
DROP TRIGGER links_notify ON links;
DROP FUNCTION notify_of_link();
