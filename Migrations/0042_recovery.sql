-- What recovering an account needs to know. Beside traffic: each statement by itself, so that all may be run again; servers of
-- the version before write none of it and lose nothing by that.

-- When a mail was ordered: an undo restores what was there before its own mail, and ends the links of later ones.
ALTER TABLE mail_tokens ADD COLUMN IF NOT EXISTS created_at timestamptz;
-- What a mail names besides its recipient: a provider, or a date.
ALTER TABLE mails ADD COLUMN IF NOT EXISTS detail text;

-- Identities that were unlinked in the last 72 hours. An undo links them again; no other account can link them meanwhile.
CREATE TABLE IF NOT EXISTS unlinked_identities (
    uid uuid NOT NULL,
    provider text COLLATE "C" NOT NULL,
    subject text COLLATE "C" NOT NULL,
    email text,
    linked_at timestamptz NOT NULL,
    unlinked_at timestamptz NOT NULL,
    CONSTRAINT unlinked_identities_pkey PRIMARY KEY (uid, provider, subject)
);
CREATE INDEX IF NOT EXISTS unlinked_identities_unlinked_at ON unlinked_identities (unlinked_at);

-- E-mails that an account had before, and when they were verified: a change back to one is told apart from a change to a new one.
CREATE TABLE IF NOT EXISTS past_emails (
    uid uuid NOT NULL,
    -- A keyed hash of the e-mail and the uid: the address itself is not kept.
    email_hash bytea NOT NULL,
    attached_at timestamptz NOT NULL,
    verified_at timestamptz NOT NULL,
    CONSTRAINT past_emails_pkey PRIMARY KEY (uid, email_hash),
    CONSTRAINT past_emails_hash_length CHECK (octet_length(email_hash) = 16)
);

-- ID tokens that have proved who calls, each for one request.
CREATE TABLE IF NOT EXISTS used_proofs (
    uid uuid NOT NULL,
    token_hash bytea NOT NULL,
    request_hash bytea NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT used_proofs_pkey PRIMARY KEY (uid, token_hash)
);
CREATE INDEX IF NOT EXISTS used_proofs_expires_at ON used_proofs (expires_at);

-- The password before the last change, for five minutes: a client that lost the reply repeats the request with it.
CREATE TABLE IF NOT EXISTS credential_changes (
    uid uuid NOT NULL,
    -- The session that changed it.
    sid uuid NOT NULL,
    password_hash text NOT NULL,
    changed_at timestamptz NOT NULL,
    CONSTRAINT credential_changes_pkey PRIMARY KEY (uid)
);
CREATE INDEX IF NOT EXISTS credential_changes_changed_at ON credential_changes (changed_at);

-- When an account was recovered last, and the reset that waits for its time.
CREATE TABLE IF NOT EXISTS recoveries (
    uid uuid NOT NULL,
    -- The last reset or undo.
    recovered_at timestamptz,
    -- A reset of an account with an e-mail that was never verified takes effect later; until then it can be refused.
    email text,
    password_hash text,
    language text,
    asked_at timestamptz,
    due_at timestamptz,
    CONSTRAINT recoveries_pkey PRIMARY KEY (uid),
    CONSTRAINT recoveries_pending CHECK (num_nonnulls(email, password_hash, language, asked_at, due_at) IN (0, 5))
);
CREATE INDEX IF NOT EXISTS recoveries_due ON recoveries (due_at) WHERE due_at IS NOT NULL;

GRANT SELECT, INSERT, UPDATE, DELETE
    ON unlinked_identities, past_emails, used_proofs, credential_changes, recoveries TO shipmate_service;
GRANT UPDATE (expires_at) ON mail_tokens TO shipmate_service;
