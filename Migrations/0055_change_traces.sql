-- The trace of the request that caused a change, as webhooks pass it on.

ALTER TABLE changes ADD COLUMN IF NOT EXISTS trace text;
