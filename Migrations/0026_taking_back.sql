-- What was paid can be taken back, what was redeemed given back, and a redemption can wait for the app to keep it.

-- What was missing of a reward when it was taken back, and is not owed.
ALTER TABLE rewards ADD COLUMN unrecovered bigint NOT NULL DEFAULT 0;
-- The rows there are keep these already: nobody waits until they are looked through, which the next migration does.
ALTER TABLE rewards DROP CONSTRAINT rewards_status;
ALTER TABLE rewards ADD CONSTRAINT rewards_status CHECK (status IN ('paid', 'held', 'void', 'reversed')) NOT VALID;
ALTER TABLE rewards ADD CONSTRAINT rewards_unrecovered
    CHECK (unrecovered BETWEEN 0 AND amount AND (unrecovered = 0 OR status = 'reversed')) NOT VALID;
GRANT UPDATE (unrecovered) ON rewards TO shipmate_service;

CREATE OR REPLACE FUNCTION refuse_reward_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (to_jsonb(OLD) - 'status' - 'unrecovered') <> (to_jsonb(NEW) - 'status' - 'unrecovered') THEN
        RAISE EXCEPTION 'nothing of a reward may change but its status' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END
$$;

-- The entry of the same user that an entry takes back: a reversal's grant, a refund's redemption.
ALTER TABLE ledger_entries ADD COLUMN undoes uuid;
ALTER TABLE ledger_entries DROP CONSTRAINT ledger_entries_kind;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_kind
    CHECK (kind IN ('grant', 'redemption', 'refund', 'adjustment', 'reversal')) NOT VALID;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_cause
    CHECK ((undoes IS NOT NULL) = (kind IN ('refund', 'reversal'))) NOT VALID;

-- Redemptions that the app has still to keep, by the id of their entry, which took the amount already.
CREATE TABLE reservations (
    uid uuid NOT NULL,
    id uuid NOT NULL,
    currency text NOT NULL,
    amount bigint NOT NULL,
    minutes int NOT NULL,
    expires_at timestamptz NOT NULL,
    state text NOT NULL DEFAULT 'reserved',
    CONSTRAINT reservations_pkey PRIMARY KEY (uid, id),
    CONSTRAINT reservations_amount CHECK (amount > 0),
    CONSTRAINT reservations_minutes CHECK (minutes BETWEEN 1 AND 1440),
    CONSTRAINT reservations_state CHECK (state IN ('reserved', 'captured', 'cancelled', 'expired'))
);
-- Those whose time will be up: few, and only while they wait.
CREATE INDEX reservations_due ON reservations (expires_at) WHERE state = 'reserved';

INSERT INTO ledger_duties (name) VALUES ('reservations');

GRANT SELECT, INSERT ON reservations TO shipmate_service;
GRANT UPDATE (state) ON reservations TO shipmate_service;
