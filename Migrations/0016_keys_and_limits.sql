-- API keys that end by themselves, and tell when they were last of use.
ALTER TABLE api_keys
    -- Null for one that is good until it is revoked.
    ADD COLUMN expires_at timestamptz,
    -- To the minute; null for one that wasn't used since this column came.
    ADD COLUMN last_used_at timestamptz;
GRANT UPDATE (last_used_at) ON api_keys TO shipmate_service;

-- What callers have used of their rate limits in all processes together, so that neither another process
-- nor a restart is a new allowance. Approximate, and written behind the replies; only of callers who have used a part
-- of theirs that is worth a row. A key is a keyed hash of the limit and the caller.
CREATE TABLE limit_uses (
    key bigint NOT NULL,
    -- When the caller will have the whole allowance again; the row may go then.
    full_at timestamptz NOT NULL,
    -- As late as that can be: it only bounds full_at.
    full_at_most timestamptz NOT NULL,
    CONSTRAINT limit_uses_pkey PRIMARY KEY (key)
) WITH (fillfactor = 70);

GRANT SELECT, INSERT, UPDATE, DELETE ON limit_uses TO shipmate_service;
