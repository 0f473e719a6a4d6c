-- A row for a link, day and platform, with a column an event: a click on a link that nobody else opens adds one
-- row, and not one for the click and one for its redirect.
ALTER TABLE link_stats RENAME TO link_stats_by_event;
ALTER TABLE link_stats_by_event RENAME CONSTRAINT link_stats_pkey TO link_stats_by_event_pkey;

CREATE TABLE link_stats (
    code text COLLATE "C" NOT NULL,
    -- Days since 1970-01-01, UTC.
    day int NOT NULL,
    platform text NOT NULL,
    click bigint NOT NULL DEFAULT 0,
    redirect bigint NOT NULL DEFAULT 0,
    install bigint NOT NULL DEFAULT 0,
    first_open bigint NOT NULL DEFAULT 0,
    re_open bigint NOT NULL DEFAULT 0,
    declined bigint NOT NULL DEFAULT 0,
    shared bigint NOT NULL DEFAULT 0,
    CONSTRAINT link_stats_pkey PRIMARY KEY (code, day, platform)
) WITH (fillfactor = 70);

INSERT INTO link_stats
SELECT code, day, platform,
    coalesce(sum(count) FILTER (WHERE event = 'click'), 0),
    coalesce(sum(count) FILTER (WHERE event = 'redirect'), 0),
    coalesce(sum(count) FILTER (WHERE event = 'install'), 0),
    coalesce(sum(count) FILTER (WHERE event = 'first_open'), 0),
    coalesce(sum(count) FILTER (WHERE event = 're_open'), 0),
    coalesce(sum(count) FILTER (WHERE event = 'declined'), 0),
    coalesce(sum(count) FILTER (WHERE event = 'shared'), 0)
FROM link_stats_by_event GROUP BY code, day, platform;

DROP TABLE link_stats_by_event;

GRANT SELECT, INSERT, UPDATE ON link_stats TO shipmate_service;
