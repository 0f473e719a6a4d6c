-- Operators write notes on players. A note is never changed, and goes only with its player.

CREATE TABLE player_notes (
    uid uuid NOT NULL,
    id uuid NOT NULL,
    -- As the audit names the operator.
    author text NOT NULL,
    note text NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT player_notes_note_length CHECK (char_length(note) BETWEEN 1 AND 2000),
    CONSTRAINT player_notes_pkey PRIMARY KEY (uid, id)
);

GRANT SELECT, INSERT, DELETE ON player_notes TO shipmate_service;
