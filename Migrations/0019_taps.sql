-- How a claim found what it found, by link and day, and over all links under the code that none has: ''.
ALTER TABLE link_stats
    ADD COLUMN claim_click_id bigint NOT NULL DEFAULT 0,
    ADD COLUMN claim_install_referrer bigint NOT NULL DEFAULT 0,
    ADD COLUMN claim_link bigint NOT NULL DEFAULT 0,
    ADD COLUMN claim_clipboard bigint NOT NULL DEFAULT 0,
    ADD COLUMN claim_device bigint NOT NULL DEFAULT 0,
    ADD COLUMN claim_none bigint NOT NULL DEFAULT 0;

-- What a page's button told of the device, for two hours: keyed hashes, under a salt of the click's own. At most one for a
-- click that is stored, so that there are never more than of those.
CREATE TABLE click_taps (
    click_id uuid NOT NULL,
    screen_points bigint,
    screen_pixels bigint,
    scale bigint,
    time_zone bigint,
    language bigint,
    -- Whether the button copied the invite; null for nobody knows.
    copied bool,
    CONSTRAINT click_taps_pkey PRIMARY KEY (click_id)
);
GRANT SELECT, INSERT, DELETE ON click_taps TO shipmate_service;
