-- Makes the clicks ready to become a partition of the days to come: a bound that they all keep, which the next migration
-- validates beside traffic, so that attaching them reads nothing. Midnight is an hour away at least: what is clicked
-- between the two migrations keeps the bound, too.

-- The first id that a click of a day may have: ids are UUIDs of version 7, whose first 48 bits are milliseconds.
CREATE FUNCTION first_click_id(day date) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT (lpad(to_hex((day - DATE '1970-01-01') * 86400000::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- What a claim is told of a long link: not its text, but what of it an app may ask for, and no more than this. Clicks
-- from before have `long_link`, which a server of the version before still writes; a later migration drops it.
ALTER TABLE clicks
    ADD COLUMN kept_link text,
    ADD CONSTRAINT clicks_kept_link_length CHECK (octet_length(kept_link) <= 512) NOT VALID;

DO $$
DECLARE
    until date := ((now() + interval '1 hour') AT TIME ZONE 'UTC')::date + 1;
BEGIN
    EXECUTE format('ALTER TABLE clicks ADD CONSTRAINT %I CHECK (id < %L) NOT VALID',
        'clicks_until_' || to_char(until, 'YYYYMMDD'), first_click_id(until));
END
$$;
