-- What the migration before has left for beside traffic: its constraints' look at all rows, and the index that lets an entry
-- be taken back once, by whoever, and finds what took it back. It has none of the other entries.
ALTER TABLE rewards VALIDATE CONSTRAINT rewards_status;
ALTER TABLE rewards VALIDATE CONSTRAINT rewards_unrecovered;
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_kind;
ALTER TABLE ledger_entries VALIDATE CONSTRAINT ledger_entries_cause;
DROP INDEX CONCURRENTLY IF EXISTS ledger_entries_undoes;
CREATE UNIQUE INDEX CONCURRENTLY ledger_entries_undoes ON ledger_entries (uid, undoes) WHERE undoes IS NOT NULL;
