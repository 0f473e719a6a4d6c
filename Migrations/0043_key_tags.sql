-- Whether the secret of a key ends in a tag, by which servers tell an invented key without asking the database. Keys made by
-- the version before have none: they stay good, and `shipmate check` names them.
ALTER TABLE api_keys ADD COLUMN IF NOT EXISTS has_tag boolean NOT NULL DEFAULT false;
