-- From which addresses an account has signed in, so that strangers' failures don't hold it up there. Of an address only
-- a keyed hash together with the uid is kept: rows of two users can't be joined. A few for each user, for some weeks.
CREATE TABLE known_addresses (
    uid uuid NOT NULL,
    address_hash bytea NOT NULL,
    -- To the day: it is written anew once a day at most.
    seen_at timestamptz NOT NULL,
    CONSTRAINT known_addresses_pkey PRIMARY KEY (uid, address_hash),
    CONSTRAINT known_addresses_hash_length CHECK (octet_length(address_hash) = 16)
);
CREATE INDEX known_addresses_seen_at ON known_addresses (seen_at);

GRANT SELECT, INSERT, UPDATE, DELETE ON known_addresses TO shipmate_service;
