-- Events as they were first answered: what happened, what it left of the user, and what the rules decided. A repeat is
-- answered from here.
CREATE TABLE events (
    uid uuid NOT NULL,
    id uuid NOT NULL,
    type text NOT NULL,
    level int,
    milestone text,
    referrer uuid,
    occurred_at timestamptz,
    received_at timestamptz NOT NULL,
    -- The user right after the event.
    user_level int NOT NULL,
    user_highest_level int NOT NULL,
    user_referred_by uuid,
    user_signed_up_at timestamptz,
    user_last_signin_at timestamptz,
    -- rule=outcome=reason, in the order of the rules.
    decisions text[] NOT NULL,
    CONSTRAINT events_pkey PRIMARY KEY (uid, id),
    CONSTRAINT events_shape CHECK (
        CASE type
            WHEN 'level_reached' THEN level IS NOT NULL AND milestone IS NULL AND referrer IS NULL
            WHEN 'milestone_reached' THEN milestone IS NOT NULL AND level IS NULL AND referrer IS NULL
            WHEN 'referrer_recorded' THEN referrer IS NOT NULL AND level IS NULL AND milestone IS NULL
            WHEN 'credential_linked' THEN level IS NULL AND milestone IS NULL AND referrer IS NULL
            ELSE false
        END)
);

GRANT SELECT, INSERT ON events TO shipmate_service;
