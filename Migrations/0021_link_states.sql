-- Administrators switch links off, and list them. What old systems' calls said of a link that means nothing here is kept, to be
-- given back: key, value, key, value, …
ALTER TABLE links ADD COLUMN IF NOT EXISTS switched_off_at timestamptz;
ALTER TABLE links ADD COLUMN IF NOT EXISTS legacy text[];
GRANT UPDATE (switched_off_at, long_link, data, directives, channel, feature, campaign, tags, legacy) ON links
    TO shipmate_service;

-- The three orders in which links are listed, newest first: all, one creator's, and those that are off.
DROP INDEX CONCURRENTLY IF EXISTS links_newest;
CREATE INDEX CONCURRENTLY links_newest ON links (created_at, code);
DROP INDEX CONCURRENTLY IF EXISTS links_of_creator;
CREATE INDEX CONCURRENTLY links_of_creator ON links (uid, created_at, code) WHERE uid IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS links_off;
CREATE INDEX CONCURRENTLY links_off ON links (created_at, code) WHERE switched_off_at IS NOT NULL;
