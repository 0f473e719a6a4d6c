-- One link by its code, as FindLinks reads it; run with -S's own habits: no transaction, prepared.
\set n random(0, :links - 1)
SELECT code, long_link, data, directives, channel, feature, campaign, tags, one_time, expires_at, uid, claimed_at,
    created_at
FROM links WHERE code = lpad(:n::text, 8, '0');
