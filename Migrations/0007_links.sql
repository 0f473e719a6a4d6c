-- Links, keyed by code: opening one is one look-up, wherever it is stored.
CREATE TABLE links (
    code text COLLATE "C" NOT NULL,
    -- All that a long link can say, as one; what it can't follows in columns of its own.
    long_link text NOT NULL,
    -- JSON as it was given, and what it says to us: key, value, key, value, …
    data text,
    directives text[] NOT NULL,
    channel text,
    feature text,
    campaign text,
    tags text[] NOT NULL,
    one_time bool NOT NULL,
    expires_at timestamptz,
    uid uuid,
    claimed_at timestamptz,
    created_at timestamptz NOT NULL,
    CONSTRAINT links_pkey PRIMARY KEY (code),
    CONSTRAINT links_code_shape CHECK (code ~ '^[0-9A-Za-z_-]{1,128}$'),
    CONSTRAINT links_directives_pairs CHECK (cardinality(directives) % 2 = 0)
);

-- Whoever remembers a link that changed is told; nobody remembers one that isn't there yet.
CREATE FUNCTION notify_of_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('shipmate_links', OLD.code);
    RETURN NULL;
END
$$;
CREATE TRIGGER links_notify AFTER UPDATE OR DELETE ON links
    FOR EACH ROW EXECUTE FUNCTION notify_of_link();

-- Small whatever the traffic: clicks are added up, never counted again.
CREATE TABLE link_stats (
    code text COLLATE "C" NOT NULL,
    -- Days since 1970-01-01, UTC.
    day int NOT NULL,
    platform text NOT NULL,
    event text NOT NULL,
    count bigint NOT NULL,
    CONSTRAINT link_stats_pkey PRIMARY KEY (code, day, platform, event),
    CONSTRAINT link_stats_count CHECK (count > 0)
) WITH (fillfactor = 70);

-- Clicks, so that an install can be led back to one; forgotten after the retention time. Written by the ten thousand:
-- ids rise with time, so that the key's index grows at its end and the oldest go from its beginning, and the hash of a
-- device begins with its day for the same reason. Desktops and bots install nothing, and are in no other index.
CREATE TABLE clicks (
    id uuid NOT NULL,
    clicked_at timestamptz NOT NULL,
    device_hash bigint,
    agent_hash bigint,
    claimed_at timestamptz,
    -- What was counted of it and may be counted once: a bit each.
    events int NOT NULL DEFAULT 0,
    platform text NOT NULL,
    code text COLLATE "C",
    long_link text,
    CONSTRAINT clicks_pkey PRIMARY KEY (id)
);
CREATE INDEX clicks_device ON clicks (device_hash, clicked_at) WHERE device_hash IS NOT NULL;

-- What users show of themselves to those they invite.
CREATE TABLE user_profiles (
    uid uuid NOT NULL,
    full_name text,
    short_name text,
    image_url text,
    CONSTRAINT user_profiles_pkey PRIMARY KEY (uid)
);

-- Rewards that wait for an administrator; ids rise with time.
CREATE INDEX rewards_held ON rewards (id) WHERE status = 'held';

GRANT SELECT, INSERT ON links TO shipmate_service;
GRANT UPDATE (claimed_at) ON links TO shipmate_service;
GRANT SELECT, INSERT, UPDATE ON link_stats, user_profiles TO shipmate_service;
GRANT SELECT, INSERT, DELETE ON clicks TO shipmate_service;
GRANT UPDATE (claimed_at, events) ON clicks TO shipmate_service;
