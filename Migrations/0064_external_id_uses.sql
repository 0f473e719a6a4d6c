-- An external id is a way into an account only where an issuer's token with it was accepted here. Beside traffic: a new table,
-- which servers of the version before neither read nor write.
--
-- Nothing recorded such tokens before, so nothing is backfilled. An account without a row that is older than this migration counts
-- as before: where an issuer's tokens stand for users, its id is a way in. The exception is an account that began with its e-mail,
-- as every imported one with an e-mail did. The next accepted token writes the row.

-- The use of an external id as a way into the account. Every imported account has an id, and most never use it.
CREATE TABLE IF NOT EXISTS external_id_uses (
    uid uuid NOT NULL,
    -- The id whose token was accepted here; empty for none.
    external_id text COLLATE "C",
    -- The hour in which a token was accepted last.
    used_at timestamptz,
    -- When a reset by an e-mail that was never verified ended the id as a way in. The back end still names the player by it.
    ended_at timestamptz,
    -- When the owner linked it again after that, with proof.
    linked_at timestamptz,
    -- When an e-mail that was never verified was taken off the account, while nothing else led into it.
    released_at timestamptz,
    CONSTRAINT external_id_uses_pkey PRIMARY KEY (uid),
    CONSTRAINT external_id_uses_used CHECK (num_nonnulls(external_id, used_at) IN (0, 2))
);

GRANT SELECT, INSERT, UPDATE, DELETE ON external_id_uses TO shipmate_service;
