-- Users see where they are signed in: the kind of device, in a word or two, of sessions that are opened from now on.
-- Beside traffic: a column that nothing fills needs no rewrite, and servers of the version before leave it empty.
ALTER TABLE sessions ADD COLUMN IF NOT EXISTS device text;
