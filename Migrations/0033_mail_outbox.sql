-- Mails and the links in them. Beside traffic: each statement by itself, so that all may be run again, and servers of
-- the version before know nothing of it.

-- What is still to be sent, written with what caused it. It goes once it was sent, and its link's secret with it.
CREATE TABLE IF NOT EXISTS mails (
    -- Whose account it is about; of a reset that was asked for by e-mail somebody's who isn't there.
    uid uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    recipient text NOT NULL,
    -- As BCP 47 has it.
    language text NOT NULL,
    -- What the link proves itself with, for as long as nobody has it.
    token bytea,
    created_at timestamptz NOT NULL,
    -- From when on it would be of no use: it is given up then.
    expires_at timestamptz NOT NULL,
    -- When it is to be tried, or tried again; later for as long as a process is at it.
    due_at timestamptz NOT NULL,
    attempts bigint NOT NULL DEFAULT 0,
    CONSTRAINT mails_pkey PRIMARY KEY (uid, id)
) WITH (fillfactor = 70);
CREATE INDEX IF NOT EXISTS mails_due ON mails (due_at);

-- What links in mails are good for, each once. Of a token only the hash.
CREATE TABLE IF NOT EXISTS mail_tokens (
    uid uuid NOT NULL,
    token_hash bytea NOT NULL,
    purpose text NOT NULL,
    -- What is proved, changed to, or put back.
    email text NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT mail_tokens_pkey PRIMARY KEY (uid, token_hash),
    CONSTRAINT mail_tokens_hash_length CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX IF NOT EXISTS mail_tokens_expires_at ON mail_tokens (expires_at);

-- When the e-mail was proved to be the user's.
ALTER TABLE users ADD COLUMN IF NOT EXISTS email_verified_at timestamptz;

ALTER TABLE events DROP CONSTRAINT IF EXISTS events_facts;
ALTER TABLE events ADD CONSTRAINT events_facts CHECK (
    CASE type
        WHEN 'level_reached' THEN level IS NOT NULL AND num_nonnulls(milestone, referrer, counter, increment) = 0
        WHEN 'milestone_reached' THEN milestone IS NOT NULL AND num_nonnulls(level, referrer, counter, increment) = 0
        WHEN 'counter_incremented'
            THEN num_nonnulls(counter, increment) = 2 AND num_nonnulls(level, milestone, referrer) = 0
        WHEN 'referrer_recorded' THEN referrer IS NOT NULL AND num_nonnulls(level, milestone, counter, increment) = 0
        WHEN 'credential_linked' THEN num_nonnulls(level, milestone, referrer, counter, increment) = 0
        WHEN 'email_verified' THEN num_nonnulls(level, milestone, referrer, counter, increment) = 0
        ELSE false
    END) NOT VALID;
ALTER TABLE events VALIDATE CONSTRAINT events_facts;

GRANT SELECT, INSERT, UPDATE, DELETE ON mails TO shipmate_service;
GRANT SELECT, INSERT, DELETE ON mail_tokens TO shipmate_service;
