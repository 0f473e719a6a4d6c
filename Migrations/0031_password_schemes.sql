-- Accounts come along from other systems. Beside traffic: each statement by itself, so that all may be run again.
--
-- Which kinds of password hashes have come: every wrong password is checked by each of them, so that how long that takes
-- says nothing of an account.
CREATE TABLE IF NOT EXISTS password_schemes (
    -- Such as firebase-scrypt:8:14.
    scheme text NOT NULL,
    CONSTRAINT password_schemes_pkey PRIMARY KEY (scheme)
);
GRANT SELECT, INSERT ON password_schemes TO shipmate_service;

-- Since when it is known that the e-mail is the user's own.
ALTER TABLE users ADD COLUMN IF NOT EXISTS email_verified_at timestamptz;
