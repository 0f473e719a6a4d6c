-- What back ends and issuers of tokens know players by. Keyed by the id, so that it is one user's whichever shard the user
-- lives on. Beside traffic: each statement by itself, so that all may be run again.
CREATE TABLE IF NOT EXISTS external_ids (
    external_id text COLLATE "C" NOT NULL,
    uid uuid NOT NULL,
    CONSTRAINT external_ids_pkey PRIMARY KEY (external_id),
    CONSTRAINT external_ids_length CHECK (char_length(external_id) BETWEEN 1 AND 255)
);
GRANT SELECT, INSERT, DELETE ON external_ids TO shipmate_service;

-- The same, seen from the user.
ALTER TABLE users ADD COLUMN IF NOT EXISTS external_id text COLLATE "C";

-- Who is known by an id of the app's own has signed up without an e-mail.
ALTER TABLE users DROP CONSTRAINT IF EXISTS users_email_of_account;
ALTER TABLE users ADD CONSTRAINT users_email_of_account CHECK (email IS NULL OR signed_up_at IS NOT NULL) NOT VALID;
ALTER TABLE users VALIDATE CONSTRAINT users_email_of_account;
ALTER TABLE users DROP CONSTRAINT IF EXISTS users_email_when_signed_up;
