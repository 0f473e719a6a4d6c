-- Webhooks: who is sent changes, and a row for each delivery: what was sent, what is still to be sent, and what came back.

CREATE TABLE webhooks (
    id uuid NOT NULL,
    url text NOT NULL,
    -- Null for all types.
    types text[],
    -- Only changes of this currency, of this rule, or of at least this amount; null for any.
    currency text,
    rule text,
    min_amount bigint,
    description text NOT NULL,
    -- Whether a subject's next change waits until the one before it was delivered or given up.
    is_ordered boolean NOT NULL,
    signature text NOT NULL,
    rate_per_second integer,
    -- Encrypted: what signs, what signed before the last rotation, and the fields of each request.
    secrets bytea NOT NULL,
    former_secrets bytea,
    former_until timestamptz,
    headers bytea,
    public_key text NOT NULL,
    header_names text[] NOT NULL,
    -- The worker deletes a removed one after its deliveries.
    state text NOT NULL DEFAULT 'enabled',
    disabled_because text,
    created_at timestamptz NOT NULL,
    -- Counts the changes of what is above.
    version bigint NOT NULL DEFAULT 1,
    -- All changes up to here have a row in `deliveries`, or don't match.
    done_position bigint NOT NULL,
    done_day date NOT NULL,
    -- The first failure since the last success; null without one.
    failing_since timestamptz,
    warned_at timestamptz,
    leased_until timestamptz NOT NULL DEFAULT '-infinity',
    fencing_token bigint NOT NULL DEFAULT 0,
    CONSTRAINT webhooks_signature CHECK (signature IN ('v1', 'v1a', 'both')),
    CONSTRAINT webhooks_state CHECK (state IN ('enabled', 'disabled', 'removed')),
    CONSTRAINT webhooks_url_length CHECK (octet_length(url) <= 2048),
    CONSTRAINT webhooks_description_length CHECK (char_length(description) <= 200),
    CONSTRAINT webhooks_pkey PRIMARY KEY (id)
) WITH (fillfactor = 50);

CREATE TABLE deliveries (
    webhook uuid NOT NULL,
    -- As in `changes`; a test has a position of its own.
    position bigint NOT NULL,
    day date NOT NULL,
    change uuid NOT NULL,
    type text NOT NULL,
    subject uuid,
    -- Of a test, which is not in `changes`.
    payload json,
    state text NOT NULL,
    attempts integer NOT NULL,
    created_at timestamptz NOT NULL,
    -- When it is to be sent; null while it waits for another of its subject, or is over.
    due_at timestamptz,
    -- Whether it was sent before, and is sent again because an administrator asked for it.
    is_replay boolean NOT NULL,
    attempted_at timestamptz,
    -- Of the last attempt: HTTP's status, or why there was none; and the start of the reply.
    status integer,
    failure text,
    reply text,
    CONSTRAINT deliveries_state CHECK (state IN ('pending', 'delivered', 'failed', 'missed')),
    CONSTRAINT deliveries_reply_length CHECK (octet_length(reply) <= 4096),
    CONSTRAINT deliveries_pkey PRIMARY KEY (webhook, position, day)
) PARTITION BY RANGE (day);
-- Most deliveries succeed at once: their rows are in the primary key's index alone.
CREATE INDEX deliveries_undelivered ON deliveries (webhook, position) WHERE state <> 'delivered';
CREATE INDEX deliveries_due ON deliveries (webhook, is_replay, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX deliveries_pending ON deliveries (webhook, subject, position) WHERE state = 'pending';
CREATE TABLE deliveries_other PARTITION OF deliveries DEFAULT;

-- Changes of a span of time that a webhook is sent again.
CREATE TABLE webhook_replays (
    id uuid NOT NULL,
    webhook uuid NOT NULL,
    -- Null for those of the webhook.
    types text[],
    from_time timestamptz NOT NULL,
    until_time timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    -- All up to here were sent.
    done_position bigint NOT NULL,
    last_position bigint NOT NULL,
    CONSTRAINT webhook_replays_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_replays_webhook ON webhook_replays (webhook, id);

GRANT SELECT, INSERT, UPDATE, DELETE ON webhooks TO shipmate_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON deliveries TO shipmate_service;
GRANT SELECT, INSERT, UPDATE, DELETE ON webhook_replays TO shipmate_service;
-- No change is too old yet: the service knows for how long they are kept.
SELECT keep_changes(90);
