-- A lost reply costs no session: the previous refresh token returns its successor until that was seen.
-- Beside traffic: columns with a constant default need no rewrite, and servers of the version before leave them alone.
ALTER TABLE sessions
    -- How often its refresh token was replaced.
    ADD COLUMN IF NOT EXISTS generation int NOT NULL DEFAULT 0,
    -- The latest generation whose tokens were accepted.
    ADD COLUMN IF NOT EXISTS seen_generation int NOT NULL DEFAULT 0,
    -- A hash of the attempt that replaced the previous token.
    ADD COLUMN IF NOT EXISTS attempt_hash bytea;
