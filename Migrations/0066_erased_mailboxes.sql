-- An erased player's mailbox stays with its referrer for a while, as a keyed hash, so that the player can't be brought again by
-- the same referrer. Beside traffic: each statement by itself, so that all may be run again. Servers of the version before
-- neither read nor write it.

-- When the referee was erased; only the mailbox's hash is left here then.
ALTER TABLE sign_up_marks ADD COLUMN IF NOT EXISTS erased_at timestamptz;

DROP INDEX CONCURRENTLY IF EXISTS sign_up_marks_erased;
CREATE INDEX CONCURRENTLY sign_up_marks_erased ON sign_up_marks (erased_at) WHERE erased_at IS NOT NULL;
