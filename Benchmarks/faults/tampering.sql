-- What a superuser may do to the ledger, triggers off: each is found by `shipmate ledger verify --causes --statement`. A line says
-- what, the one below it does it. Anne has ten entries in pieces_of_eight, the first eight granted, then an adjustment and a
-- redemption, and two in gold; Ben has four.

-- first grant: id
UPDATE ledger_entries SET id = gen_random_uuid() WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1;

-- first grant: kind
UPDATE ledger_entries SET kind = CASE kind WHEN 'adjustment' THEN 'redemption' ELSE 'adjustment' END WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1;

-- first grant: amount
UPDATE ledger_entries SET amount = amount + 1 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1;

-- first grant: balance_after
UPDATE ledger_entries SET balance_after = balance_after + 1 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1;

-- first grant: rule
UPDATE ledger_entries SET rule = coalesce(rule, '') || 'x' WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1;

-- first grant: subject
UPDATE ledger_entries SET subject = gen_random_uuid() WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1;

-- first grant: reason
UPDATE ledger_entries SET reason = reason || '.' WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1;

-- first grant: created_at
UPDATE ledger_entries SET created_at = created_at + interval '1 microsecond' WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1;

-- first grant: sequence
UPDATE ledger_entries SET sequence = sequence + 1000 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1;

-- first grant: currency
UPDATE ledger_entries SET currency = 'silver' WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1;

-- first grant: uid
UPDATE ledger_entries SET uid = gen_random_uuid() WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1;

-- grant in the middle: id
UPDATE ledger_entries SET id = gen_random_uuid() WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5;

-- grant in the middle: kind
UPDATE ledger_entries SET kind = CASE kind WHEN 'adjustment' THEN 'redemption' ELSE 'adjustment' END WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5;

-- grant in the middle: amount
UPDATE ledger_entries SET amount = amount + 1 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5;

-- grant in the middle: balance_after
UPDATE ledger_entries SET balance_after = balance_after + 1 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5;

-- grant in the middle: rule
UPDATE ledger_entries SET rule = coalesce(rule, '') || 'x' WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5;

-- grant in the middle: subject
UPDATE ledger_entries SET subject = gen_random_uuid() WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5;

-- grant in the middle: reason
UPDATE ledger_entries SET reason = reason || '.' WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5;

-- grant in the middle: created_at
UPDATE ledger_entries SET created_at = created_at + interval '1 microsecond' WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5;

-- grant in the middle: sequence
UPDATE ledger_entries SET sequence = sequence + 1000 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5;

-- grant in the middle: currency
UPDATE ledger_entries SET currency = 'silver' WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5;

-- grant in the middle: uid
UPDATE ledger_entries SET uid = gen_random_uuid() WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5;

-- adjustment: id
UPDATE ledger_entries SET id = gen_random_uuid() WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 9;

-- adjustment: kind
UPDATE ledger_entries SET kind = CASE kind WHEN 'adjustment' THEN 'redemption' ELSE 'adjustment' END WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 9;

-- adjustment: amount
UPDATE ledger_entries SET amount = amount + 1 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 9;

-- adjustment: balance_after
UPDATE ledger_entries SET balance_after = balance_after + 1 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 9;

-- adjustment: rule
UPDATE ledger_entries SET rule = coalesce(rule, '') || 'x' WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 9;

-- adjustment: subject
UPDATE ledger_entries SET subject = gen_random_uuid() WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 9;

-- adjustment: reason
UPDATE ledger_entries SET reason = reason || '.' WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 9;

-- adjustment: created_at
UPDATE ledger_entries SET created_at = created_at + interval '1 microsecond' WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 9;

-- adjustment: sequence
UPDATE ledger_entries SET sequence = sequence + 1000 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 9;

-- adjustment: currency
UPDATE ledger_entries SET currency = 'silver' WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 9;

-- adjustment: uid
UPDATE ledger_entries SET uid = gen_random_uuid() WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 9;

-- last entry: id
UPDATE ledger_entries SET id = gen_random_uuid() WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10;

-- last entry: kind
UPDATE ledger_entries SET kind = CASE kind WHEN 'adjustment' THEN 'redemption' ELSE 'adjustment' END WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10;

-- last entry: amount
UPDATE ledger_entries SET amount = amount + 1 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10;

-- last entry: balance_after
UPDATE ledger_entries SET balance_after = balance_after + 1 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10;

-- last entry: rule
UPDATE ledger_entries SET rule = coalesce(rule, '') || 'x' WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10;

-- last entry: subject
UPDATE ledger_entries SET subject = gen_random_uuid() WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10;

-- last entry: reason
UPDATE ledger_entries SET reason = reason || '.' WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10;

-- last entry: created_at
UPDATE ledger_entries SET created_at = created_at + interval '1 microsecond' WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10;

-- last entry: sequence
UPDATE ledger_entries SET sequence = sequence + 1000 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10;

-- last entry: currency
UPDATE ledger_entries SET currency = 'silver' WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10;

-- last entry: uid
UPDATE ledger_entries SET uid = gen_random_uuid() WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10;

-- grant in the middle: seal removed
UPDATE ledger_entries SET seal = NULL WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5;

-- grant in the middle: seal random
UPDATE ledger_entries SET seal = decode(md5(random()::text) || md5(random()::text) || 'abcdef0123456789', 'hex') WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5;

-- grant in the middle: seal cut short
UPDATE ledger_entries SET seal = substr(seal, 1, 20) WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5;

-- grant in the middle: seal one bit
UPDATE ledger_entries SET seal = set_bit(seal, 319, 1 - get_bit(seal, 319)) WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5;

-- grant in the middle: seal another key
UPDATE ledger_entries SET seal = set_byte(seal, 0, 255 - get_byte(seal, 0)) WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5;

-- grant in the middle: seal of the one before
UPDATE ledger_entries SET seal = (SELECT p.seal FROM ledger_entries AS p WHERE p.uid = ledger_entries.uid AND p.currency = ledger_entries.currency AND p.sequence = ledger_entries.sequence - 1) WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5;

-- adjustment: seal removed
UPDATE ledger_entries SET seal = NULL WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 9;

-- adjustment: seal random
UPDATE ledger_entries SET seal = decode(md5(random()::text) || md5(random()::text) || 'abcdef0123456789', 'hex') WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 9;

-- adjustment: seal cut short
UPDATE ledger_entries SET seal = substr(seal, 1, 20) WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 9;

-- adjustment: seal one bit
UPDATE ledger_entries SET seal = set_bit(seal, 319, 1 - get_bit(seal, 319)) WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 9;

-- adjustment: seal another key
UPDATE ledger_entries SET seal = set_byte(seal, 0, 255 - get_byte(seal, 0)) WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 9;

-- adjustment: seal of the one before
UPDATE ledger_entries SET seal = (SELECT p.seal FROM ledger_entries AS p WHERE p.uid = ledger_entries.uid AND p.currency = ledger_entries.currency AND p.sequence = ledger_entries.sequence - 1) WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 9;

-- last entry: seal removed
UPDATE ledger_entries SET seal = NULL WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10;

-- last entry: seal random
UPDATE ledger_entries SET seal = decode(md5(random()::text) || md5(random()::text) || 'abcdef0123456789', 'hex') WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10;

-- last entry: seal cut short
UPDATE ledger_entries SET seal = substr(seal, 1, 20) WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10;

-- last entry: seal one bit
UPDATE ledger_entries SET seal = set_bit(seal, 319, 1 - get_bit(seal, 319)) WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10;

-- last entry: seal another key
UPDATE ledger_entries SET seal = set_byte(seal, 0, 255 - get_byte(seal, 0)) WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10;

-- last entry: seal of the one before
UPDATE ledger_entries SET seal = (SELECT p.seal FROM ledger_entries AS p WHERE p.uid = ledger_entries.uid AND p.currency = ledger_entries.currency AND p.sequence = ledger_entries.sequence - 1) WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10;

-- first reward: id
UPDATE rewards SET id = gen_random_uuid() WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1);

-- first reward: role
UPDATE rewards SET role = CASE role WHEN 'referrer' THEN 'referee' ELSE 'referrer' END WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1);

-- first reward: currency
UPDATE rewards SET currency = 'silver' WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1);

-- first reward: amount
UPDATE rewards SET amount = amount + 1 WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1);

-- first reward: reason
UPDATE rewards SET reason = reason || '.' WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1);

-- first reward: granted_at
UPDATE rewards SET granted_at = granted_at - interval '1 microsecond' WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1);

-- first reward: status
UPDATE rewards SET status = 'void' WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1);

-- first reward: rule
UPDATE rewards SET rule = rule || 'x' WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1);

-- first reward: subject
UPDATE rewards SET subject = gen_random_uuid() WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1);

-- first reward: uid
UPDATE rewards SET uid = '{ben}' WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1);

-- first reward: held again
UPDATE rewards SET status = 'held' WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1);

-- first reward: as if taken back
UPDATE rewards SET status = 'reversed' WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1);

-- first reward: deleted
DELETE FROM rewards WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1);

-- middle reward: id
UPDATE rewards SET id = gen_random_uuid() WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5);

-- middle reward: role
UPDATE rewards SET role = CASE role WHEN 'referrer' THEN 'referee' ELSE 'referrer' END WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5);

-- middle reward: currency
UPDATE rewards SET currency = 'silver' WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5);

-- middle reward: amount
UPDATE rewards SET amount = amount + 1 WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5);

-- middle reward: reason
UPDATE rewards SET reason = reason || '.' WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5);

-- middle reward: granted_at
UPDATE rewards SET granted_at = granted_at - interval '1 microsecond' WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5);

-- middle reward: status
UPDATE rewards SET status = 'void' WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5);

-- middle reward: rule
UPDATE rewards SET rule = rule || 'x' WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5);

-- middle reward: subject
UPDATE rewards SET subject = gen_random_uuid() WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5);

-- middle reward: uid
UPDATE rewards SET uid = '{ben}' WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5);

-- middle reward: held again
UPDATE rewards SET status = 'held' WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5);

-- middle reward: as if taken back
UPDATE rewards SET status = 'reversed' WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5);

-- middle reward: deleted
DELETE FROM rewards WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5);

-- reward without entry
INSERT INTO rewards SELECT uid, gen_random_uuid(), rule, gen_random_uuid(), role, currency, amount, 'paid', reason, granted_at FROM rewards WHERE uid = '{anne}' LIMIT 1;

-- balance of anne: amount more
UPDATE balances SET amount = amount + 1000 WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- balance of anne: amount less
UPDATE balances SET amount = amount - 1 WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- balance of anne: entries more
UPDATE balances SET entries = entries + 1 WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- balance of anne: entries fewer
UPDATE balances SET entries = entries - 1 WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- balance of anne: sealed fewer
UPDATE balances SET sealed = sealed - 1 WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- balance of anne: sealed more
UPDATE balances SET sealed = sealed + 1 WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- balance of anne: head removed
UPDATE balances SET head = NULL WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- balance of anne: head random
UPDATE balances SET head = decode(repeat('5a', 40), 'hex') WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- balance of anne: head of another entry
UPDATE balances SET head = (SELECT seal FROM ledger_entries AS e WHERE e.uid = balances.uid AND e.currency = balances.currency AND e.sequence = 1) WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- balance of anne: as if never sealed
UPDATE balances SET sealed = 0, head = NULL WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- balance of anne: currency
UPDATE balances SET currency = 'silver' WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- balance of anne: uid
UPDATE balances SET uid = gen_random_uuid() WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- balance of anne: deleted
DELETE FROM balances WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- balance of ben: amount more
UPDATE balances SET amount = amount + 1000 WHERE uid = '{ben}' AND currency = 'pieces_of_eight';

-- balance of ben: amount less
UPDATE balances SET amount = amount - 1 WHERE uid = '{ben}' AND currency = 'pieces_of_eight';

-- balance of ben: entries more
UPDATE balances SET entries = entries + 1 WHERE uid = '{ben}' AND currency = 'pieces_of_eight';

-- balance of ben: entries fewer
UPDATE balances SET entries = entries - 1 WHERE uid = '{ben}' AND currency = 'pieces_of_eight';

-- balance of ben: sealed fewer
UPDATE balances SET sealed = sealed - 1 WHERE uid = '{ben}' AND currency = 'pieces_of_eight';

-- balance of ben: sealed more
UPDATE balances SET sealed = sealed + 1 WHERE uid = '{ben}' AND currency = 'pieces_of_eight';

-- balance of ben: head removed
UPDATE balances SET head = NULL WHERE uid = '{ben}' AND currency = 'pieces_of_eight';

-- balance of ben: head random
UPDATE balances SET head = decode(repeat('5a', 40), 'hex') WHERE uid = '{ben}' AND currency = 'pieces_of_eight';

-- balance of ben: head of another entry
UPDATE balances SET head = (SELECT seal FROM ledger_entries AS e WHERE e.uid = balances.uid AND e.currency = balances.currency AND e.sequence = 1) WHERE uid = '{ben}' AND currency = 'pieces_of_eight';

-- balance of ben: as if never sealed
UPDATE balances SET sealed = 0, head = NULL WHERE uid = '{ben}' AND currency = 'pieces_of_eight';

-- balance of ben: currency
UPDATE balances SET currency = 'silver' WHERE uid = '{ben}' AND currency = 'pieces_of_eight';

-- balance of ben: uid
UPDATE balances SET uid = gen_random_uuid() WHERE uid = '{ben}' AND currency = 'pieces_of_eight';

-- balance of ben: deleted
DELETE FROM balances WHERE uid = '{ben}' AND currency = 'pieces_of_eight';

-- deleted: first
DELETE FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1;

-- deleted: middle
DELETE FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5;

-- deleted: several in the middle
DELETE FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence IN (3, 4, 7);

-- deleted: last
DELETE FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10;

-- deleted: all
DELETE FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND true;

-- deleted: first half
DELETE FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence <= 5;

-- deleted: second half
DELETE FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence > 5;

-- cut at the end, balance and head set back
DELETE FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10; UPDATE balances AS b SET (amount, entries, sealed, head) = (SELECT balance_after, sequence, sequence, seal FROM ledger_entries AS e WHERE e.uid = b.uid AND e.currency = b.currency ORDER BY sequence DESC LIMIT 1) WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- several cut at the end, balance and head set back
DELETE FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence > 6; UPDATE balances AS b SET (amount, entries, sealed, head) = (SELECT balance_after, sequence, sequence, seal FROM ledger_entries AS e WHERE e.uid = b.uid AND e.currency = b.currency ORDER BY sequence DESC LIMIT 1) WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- cut at the end with its reward, balance, head and statement's record set back
DELETE FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence > 7; DELETE FROM rewards WHERE uid = '{anne}' AND id NOT IN (SELECT id FROM ledger_entries); UPDATE balances AS b SET (amount, entries, sealed, head) = (SELECT balance_after, sequence, sequence, seal FROM ledger_entries AS e WHERE e.uid = b.uid AND e.currency = b.currency ORDER BY sequence DESC LIMIT 1) WHERE uid = '{anne}' AND currency = 'pieces_of_eight'; UPDATE ledger_heads SET sealed = 7 WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- cut at the end, and no record of it stated
DELETE FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence > 8; UPDATE balances AS b SET (amount, entries, sealed, head) = (SELECT balance_after, sequence, sequence, seal FROM ledger_entries AS e WHERE e.uid = b.uid AND e.currency = b.currency ORDER BY sequence DESC LIMIT 1) WHERE uid = '{anne}' AND currency = 'pieces_of_eight'; DELETE FROM ledger_heads WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- deleted in the middle, all after it renumbered and balanced
DELETE FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5; UPDATE ledger_entries SET sequence = sequence + 1000 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence > 5; UPDATE ledger_entries SET sequence = sequence - 1001 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence > 1000; UPDATE ledger_entries AS e SET balance_after = (SELECT sum(amount) FROM ledger_entries AS p WHERE p.uid = e.uid AND p.currency = e.currency AND p.sequence <= e.sequence) WHERE uid = '{anne}' AND currency = 'pieces_of_eight'; UPDATE balances AS b SET (amount, entries, sealed, head) = (SELECT balance_after, sequence, sequence, seal FROM ledger_entries AS e WHERE e.uid = b.uid AND e.currency = b.currency ORDER BY sequence DESC LIMIT 1) WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- deleted in the middle with its reward, renumbered and balanced
DELETE FROM rewards WHERE id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 3); DELETE FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 3; UPDATE ledger_entries SET sequence = sequence + 1000 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence > 3; UPDATE ledger_entries SET sequence = sequence - 1001 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence > 1000; UPDATE ledger_entries AS e SET balance_after = (SELECT sum(amount) FROM ledger_entries AS p WHERE p.uid = e.uid AND p.currency = e.currency AND p.sequence <= e.sequence) WHERE uid = '{anne}' AND currency = 'pieces_of_eight'; UPDATE balances AS b SET (amount, entries, sealed, head) = (SELECT balance_after, sequence, sequence, seal FROM ledger_entries AS e WHERE e.uid = b.uid AND e.currency = b.currency ORDER BY sequence DESC LIMIT 1) WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- two neighbours changed places
UPDATE ledger_entries SET sequence = 5000 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 3; UPDATE ledger_entries SET sequence = 3 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 4; UPDATE ledger_entries SET sequence = 4 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5000;

-- two apart changed places, balanced
UPDATE ledger_entries SET sequence = 5000 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 2; UPDATE ledger_entries SET sequence = 2 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 9; UPDATE ledger_entries SET sequence = 9 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5000; UPDATE ledger_entries AS e SET balance_after = (SELECT sum(amount) FROM ledger_entries AS p WHERE p.uid = e.uid AND p.currency = e.currency AND p.sequence <= e.sequence) WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- the last two changed places, head set
UPDATE ledger_entries SET sequence = 5000 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 9; UPDATE ledger_entries SET sequence = 9 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10; UPDATE ledger_entries SET sequence = 10 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 5000; UPDATE ledger_entries AS e SET balance_after = (SELECT sum(amount) FROM ledger_entries AS p WHERE p.uid = e.uid AND p.currency = e.currency AND p.sequence <= e.sequence) WHERE uid = '{anne}' AND currency = 'pieces_of_eight'; UPDATE balances AS b SET (amount, entries, sealed, head) = (SELECT balance_after, sequence, sequence, seal FROM ledger_entries AS e WHERE e.uid = b.uid AND e.currency = b.currency ORDER BY sequence DESC LIMIT 1) WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- inserted at the end without a seal
INSERT INTO ledger_entries (uid, id, currency, sequence, kind, amount, balance_after, rule, subject, reason, created_at, seal) SELECT uid, gen_random_uuid(), currency, 11, 'adjustment', 500, balance_after + 500, NULL, NULL, 'A gift', created_at, NULL FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10; UPDATE balances SET amount = amount + 500, entries = entries + 1 WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- inserted at the end without a seal, head set
INSERT INTO ledger_entries (uid, id, currency, sequence, kind, amount, balance_after, rule, subject, reason, created_at, seal) SELECT uid, gen_random_uuid(), currency, 11, 'adjustment', 500, balance_after + 500, NULL, NULL, 'A gift', created_at, NULL FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10; UPDATE balances SET amount = amount + 500, entries = entries + 1, sealed = sealed + 1, head = (SELECT seal FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 11) WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- inserted at the end with the last one's seal
INSERT INTO ledger_entries (uid, id, currency, sequence, kind, amount, balance_after, rule, subject, reason, created_at, seal) SELECT uid, gen_random_uuid(), currency, 11, 'adjustment', 500, balance_after + 500, NULL, NULL, 'A gift', created_at, seal FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10; UPDATE balances SET amount = amount + 500, entries = entries + 1 WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- inserted at the end with the last one's seal, head set
INSERT INTO ledger_entries (uid, id, currency, sequence, kind, amount, balance_after, rule, subject, reason, created_at, seal) SELECT uid, gen_random_uuid(), currency, 11, 'adjustment', 500, balance_after + 500, NULL, NULL, 'A gift', created_at, seal FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10; UPDATE balances SET amount = amount + 500, entries = entries + 1, sealed = sealed + 1, head = (SELECT seal FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 11) WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- inserted at the end with a random seal
INSERT INTO ledger_entries (uid, id, currency, sequence, kind, amount, balance_after, rule, subject, reason, created_at, seal) SELECT uid, gen_random_uuid(), currency, 11, 'adjustment', 500, balance_after + 500, NULL, NULL, 'A gift', created_at, decode(repeat('c3', 40), 'hex') FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10; UPDATE balances SET amount = amount + 500, entries = entries + 1 WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- inserted at the end with a random seal, head set
INSERT INTO ledger_entries (uid, id, currency, sequence, kind, amount, balance_after, rule, subject, reason, created_at, seal) SELECT uid, gen_random_uuid(), currency, 11, 'adjustment', 500, balance_after + 500, NULL, NULL, 'A gift', created_at, decode(repeat('c3', 40), 'hex') FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10; UPDATE balances SET amount = amount + 500, entries = entries + 1, sealed = sealed + 1, head = (SELECT seal FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 11) WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- inserted in the middle, renumbered and balanced
UPDATE ledger_entries SET sequence = sequence + 1000 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence > 4; UPDATE ledger_entries SET sequence = sequence - 999 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence > 1000; INSERT INTO ledger_entries (uid, id, currency, sequence, kind, amount, balance_after, rule, subject, reason, created_at, seal) SELECT uid, gen_random_uuid(), currency, 5, 'adjustment', 70, 0, NULL, NULL, 'A gift', created_at, seal FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 4; UPDATE ledger_entries AS e SET balance_after = (SELECT sum(amount) FROM ledger_entries AS p WHERE p.uid = e.uid AND p.currency = e.currency AND p.sequence <= e.sequence) WHERE uid = '{anne}' AND currency = 'pieces_of_eight'; UPDATE balances SET amount = amount + 70, entries = entries + 1, sealed = sealed + 1 WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- an old entry once more at the end
INSERT INTO ledger_entries (uid, id, currency, sequence, kind, amount, balance_after, rule, subject, reason, created_at, seal) SELECT uid, gen_random_uuid(), currency, 11, kind, amount, 0, rule, subject, reason, created_at, seal FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 2; UPDATE ledger_entries AS e SET balance_after = (SELECT sum(amount) FROM ledger_entries AS p WHERE p.uid = e.uid AND p.currency = e.currency AND p.sequence <= e.sequence) WHERE uid = '{anne}' AND currency = 'pieces_of_eight'; UPDATE balances AS b SET (amount, entries, sealed, head) = (SELECT balance_after, sequence, sequence, seal FROM ledger_entries AS e WHERE e.uid = b.uid AND e.currency = b.currency ORDER BY sequence DESC LIMIT 1) WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- a new user with a forged account
INSERT INTO balances (uid, currency, amount, entries) VALUES (gen_random_uuid(), 'pieces_of_eight', 5, 1);

-- a new user with a forged account and entry
INSERT INTO ledger_entries (uid, id, currency, sequence, kind, amount, balance_after, rule, subject, reason, created_at, seal) SELECT id, id, currency, 1, 'adjustment', 9, 9, NULL, NULL, 'A gift', created_at, NULL FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1; INSERT INTO balances (uid, currency, amount, entries) SELECT id, currency, 9, 1 FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1;

-- all of a user moved to another
UPDATE ledger_entries SET uid = '01999999-0000-7000-8000-000000000001' WHERE uid = '{ben}'; UPDATE balances SET uid = '01999999-0000-7000-8000-000000000001' WHERE uid = '{ben}'; UPDATE rewards SET uid = '01999999-0000-7000-8000-000000000001' WHERE uid = '{ben}'; UPDATE ledger_heads SET uid = '01999999-0000-7000-8000-000000000001' WHERE uid = '{ben}';

-- what two users have exchanged
UPDATE balances SET amount = (SELECT sum(amount) FROM balances WHERE currency = 'pieces_of_eight') - amount WHERE currency = 'pieces_of_eight';

-- an amount doubled everywhere it stands
UPDATE rewards SET amount = amount * 2 WHERE uid = '{anne}'; UPDATE ledger_entries SET amount = amount * 2 WHERE uid = '{anne}' AND kind = 'grant'; UPDATE ledger_entries AS e SET balance_after = (SELECT sum(amount) FROM ledger_entries AS p WHERE p.uid = e.uid AND p.currency = e.currency AND p.sequence <= e.sequence) WHERE uid = '{anne}' AND currency = 'pieces_of_eight'; UPDATE balances AS b SET (amount, entries, sealed, head) = (SELECT balance_after, sequence, sequence, seal FROM ledger_entries AS e WHERE e.uid = b.uid AND e.currency = b.currency ORDER BY sequence DESC LIMIT 1) WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- a redemption undone
DELETE FROM ledger_entries WHERE uid = '{anne}' AND kind = 'redemption'; UPDATE balances AS b SET (amount, entries, sealed, head) = (SELECT balance_after, sequence, sequence, seal FROM ledger_entries AS e WHERE e.uid = b.uid AND e.currency = b.currency ORDER BY sequence DESC LIMIT 1) WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- a user gone: entries, balances and rewards
DELETE FROM ledger_entries WHERE uid = '{ben}'; DELETE FROM balances WHERE uid = '{ben}'; DELETE FROM rewards WHERE uid = '{ben}';

-- a user gone, and no record of it stated
DELETE FROM ledger_entries WHERE uid = '{ben}'; DELETE FROM balances WHERE uid = '{ben}'; DELETE FROM rewards WHERE uid = '{ben}'; DELETE FROM ledger_heads WHERE uid = '{ben}';

-- an account gone: entries and balance in one currency
DELETE FROM ledger_entries WHERE uid = '{anne}' AND currency = 'gold'; DELETE FROM balances WHERE uid = '{anne}' AND currency = 'gold';

-- everybody gone
DELETE FROM ledger_entries; DELETE FROM balances; DELETE FROM rewards; DELETE FROM ledger_heads;

-- no seal left anywhere
UPDATE ledger_entries SET seal = NULL; UPDATE balances SET sealed = 0, head = NULL;

-- no seal left anywhere, nor a statement
UPDATE ledger_entries SET seal = NULL; UPDATE balances SET sealed = 0, head = NULL; DELETE FROM ledger_heads; DELETE FROM ledger_statements;

-- another amount, and no seal nor statement left
UPDATE ledger_entries SET amount = amount + 1, balance_after = balance_after + 1 WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 10; UPDATE balances SET amount = amount + 1 WHERE uid = '{anne}' AND currency = 'pieces_of_eight'; UPDATE ledger_entries SET seal = NULL; UPDATE balances SET sealed = 0, head = NULL; DELETE FROM ledger_heads; DELETE FROM ledger_statements; DELETE FROM ledger_keys;

-- newest statement: entries
UPDATE ledger_statements SET body = regexp_replace(body, '"entries":[0-9]+', '"entries":1') WHERE number = (SELECT max(number) FROM ledger_statements);

-- newest statement: signature
UPDATE ledger_statements SET body = regexp_replace(body, '"signature":"..', '"signature":"AA') WHERE number = (SELECT max(number) FROM ledger_statements);

-- newest statement: no statement any more
UPDATE ledger_statements SET body = '{}' WHERE number = (SELECT max(number) FROM ledger_statements);

-- newest statement: number
UPDATE ledger_statements SET number = number + 100 WHERE number = (SELECT max(number) FROM ledger_statements);

-- newest statement: deleted
DELETE FROM ledger_statements WHERE number = (SELECT max(number) FROM ledger_statements);

-- newest statement: says that sealing goes on
UPDATE ledger_statements SET body = replace(replace(body, '"sealing_ended":true', '"sealing_ended":null'), 'null', 'false') WHERE number = (SELECT max(number) FROM ledger_statements) AND body LIKE '%sealing_ended":true%'; UPDATE ledger_statements SET body = body || ' ' || '{' WHERE number = (SELECT max(number) FROM ledger_statements);

-- oldest statement: entries
UPDATE ledger_statements SET body = regexp_replace(body, '"entries":[0-9]+', '"entries":1') WHERE number = (SELECT min(number) FROM ledger_statements);

-- oldest statement: signature
UPDATE ledger_statements SET body = regexp_replace(body, '"signature":"..', '"signature":"AA') WHERE number = (SELECT min(number) FROM ledger_statements);

-- oldest statement: no statement any more
UPDATE ledger_statements SET body = '{}' WHERE number = (SELECT min(number) FROM ledger_statements);

-- oldest statement: number
UPDATE ledger_statements SET number = number + 100 WHERE number = (SELECT min(number) FROM ledger_statements);

-- oldest statement: deleted
DELETE FROM ledger_statements WHERE number = (SELECT min(number) FROM ledger_statements);

-- oldest statement: says that sealing goes on
UPDATE ledger_statements SET body = replace(replace(body, '"sealing_ended":true', '"sealing_ended":null'), 'null', 'false') WHERE number = (SELECT min(number) FROM ledger_statements) AND body LIKE '%sealing_ended":true%'; UPDATE ledger_statements SET body = body || ' ' || '{' WHERE number = (SELECT min(number) FROM ledger_statements);

-- a statement added
INSERT INTO ledger_statements SELECT number + 1, body FROM ledger_statements WHERE number = (SELECT max(number) FROM ledger_statements);

-- all statements deleted
DELETE FROM ledger_statements;

-- stated record: fewer
UPDATE ledger_heads SET sealed = sealed - 1 WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- stated record: more
UPDATE ledger_heads SET sealed = sealed + 1 WHERE uid = '{anne}' AND currency = 'pieces_of_eight';

-- stated record: deleted
DELETE FROM ledger_heads WHERE uid = '{ben}';

-- stated record: of a stranger
INSERT INTO ledger_heads SELECT gen_random_uuid(), 'pieces_of_eight', min(number), 3 FROM ledger_statements;

-- key's record: proof
UPDATE ledger_keys SET proof = decode(repeat('00', 32), 'hex');

-- key's record: deleted
DELETE FROM ledger_keys;

-- reservation: cancelled, and nothing given back
UPDATE reservations SET state = 'cancelled' WHERE uid = '{anne}';

-- reservation: expired, and nothing given back
UPDATE reservations SET state = 'expired' WHERE uid = '{anne}';

-- reservation: amount more
UPDATE reservations SET amount = amount + 1 WHERE uid = '{anne}';

-- reservation: another currency
UPDATE reservations SET currency = 'gold' WHERE uid = '{anne}';

-- reservation: made up
INSERT INTO reservations (uid, id, currency, amount, minutes, expires_at) VALUES ('{ben}', gen_random_uuid(), 'pieces_of_eight', 20, 10, now());

-- cause: a held reward, due
INSERT INTO rewards (uid, subject, rule, id, role, currency, amount, status, reason, granted_at, release_at, mac) SELECT uid, subject, 'planted', gen_random_uuid(), role, currency, 1000000, 'held', reason, granted_at, now(), NULL FROM rewards WHERE uid = '{anne}' AND status = 'paid' LIMIT 1;

-- cause: a held reward for an administrator to release
INSERT INTO rewards (uid, subject, rule, id, role, currency, amount, status, reason, granted_at, release_at, mac) SELECT uid, subject, 'planted', gen_random_uuid(), role, currency, 1000000, 'held', reason, granted_at, NULL, NULL FROM rewards WHERE uid = '{anne}' AND status = 'paid' LIMIT 1;

-- cause: a held reward, due, with a random MAC
INSERT INTO rewards (uid, subject, rule, id, role, currency, amount, status, reason, granted_at, release_at, mac) SELECT uid, subject, 'planted', gen_random_uuid(), role, currency, 1000000, 'held', reason, granted_at, now(), decode(md5(random()::text) || md5(random()::text), 'hex') FROM rewards WHERE uid = '{anne}' AND status = 'paid' LIMIT 1;

-- cause: a held reward, due, with a reservation's MAC
INSERT INTO rewards (uid, subject, rule, id, role, currency, amount, status, reason, granted_at, release_at, mac) SELECT uid, subject, 'planted', gen_random_uuid(), role, currency, 1000000, 'held', reason, granted_at, now(), (SELECT mac FROM reservations WHERE uid = '{anne}') FROM rewards WHERE uid = '{anne}' AND status = 'paid' LIMIT 1;

-- cause: a held reward for an event to come
INSERT INTO rewards (uid, subject, rule, id, role, currency, amount, status, reason, granted_at, release_at) VALUES ('{anne}', gen_random_uuid(), 'planted', gen_random_uuid(), 'referrer', 'gold', 5, 'held', 'why', now(), now() + interval '1 day');

-- cause: a paid reward held again, due
UPDATE rewards SET status = 'held', release_at = now() WHERE uid = '{anne}' AND id = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 1);

-- cause: a reservation made due
UPDATE reservations SET expires_at = now() - interval '1 s' WHERE uid = '{anne}';

-- cause: a reservation's MAC removed
UPDATE reservations SET mac = NULL, expires_at = now() WHERE uid = '{anne}';

-- cause: a reservation's MAC random
UPDATE reservations SET mac = decode(md5(random()::text) || md5(random()::text), 'hex') WHERE uid = '{anne}';

-- cause: a reservation moved to another user
UPDATE reservations SET uid = '{ben}' WHERE uid = '{anne}';

-- cause: a second reservation of one redemption
INSERT INTO reservations (uid, id, currency, amount, minutes, expires_at, mac) SELECT '{ben}', id, currency, amount, minutes, now(), mac FROM reservations WHERE uid = '{anne}';

-- cause: a merge of ben into anne, due
INSERT INTO merges (uid, account, players, merged_at, due_at, mac) VALUES ('{ben}', '{anne}', 0, now(), now(), NULL);

-- cause: a merge of ben into anne, settled
INSERT INTO merges (uid, account, players, merged_at, due_at, mac) VALUES ('{ben}', '{anne}', 0, now(), NULL, NULL);

-- cause: a merge with a random MAC
INSERT INTO merges (uid, account, players, merged_at, due_at, mac) VALUES ('{ben}', '{anne}', 0, now(), now(), decode(md5(random()::text) || md5(random()::text), 'hex'));

-- cause: a merge with a reservation's MAC
INSERT INTO merges (uid, account, players, merged_at, due_at, mac) VALUES ('{ben}', '{anne}', 0, now(), now(), (SELECT mac FROM reservations WHERE uid = '{anne}'));

-- cause: a merge of anne into a stranger
INSERT INTO merges (uid, account, players, merged_at, due_at, mac) VALUES ('{anne}', gen_random_uuid(), 0, now(), now(), NULL);

-- cause: an API key
INSERT INTO api_keys (id, name, scope, secret_hash, has_tag, created_at, expires_at, mac) VALUES (gen_random_uuid(), 'planted', 'admin', decode(repeat('ab', 32), 'hex'), true, now(), NULL, NULL);

-- cause: an API key with a random MAC
INSERT INTO api_keys (id, name, scope, secret_hash, has_tag, created_at, expires_at, mac) VALUES (gen_random_uuid(), 'planted', 'server', decode(repeat('ab', 32), 'hex'), true, now(), NULL, decode(md5(random()::text) || md5(random()::text), 'hex'));

-- cause: an API key with a reservation's MAC, for an hour
INSERT INTO api_keys (id, name, scope, secret_hash, has_tag, created_at, expires_at, mac) VALUES (gen_random_uuid(), 'planted', 'admin', decode(repeat('ab', 32), 'hex'), true, now(), now() + interval '1 hour', (SELECT mac FROM reservations WHERE uid = '{anne}'));

-- cause: the events that rewards are for deleted
DELETE FROM events WHERE uid IN (SELECT subject FROM rewards WHERE uid = '{anne}');

-- cause: the events that rewards are for came later
UPDATE events SET received_at = received_at + interval '1 day';

-- two statements exchanged
UPDATE ledger_statements SET body = CASE number WHEN (SELECT min(number) FROM ledger_statements) THEN (SELECT body FROM ledger_statements ORDER BY number DESC LIMIT 1) ELSE (SELECT body FROM ledger_statements ORDER BY number LIMIT 1) END WHERE number IN ((SELECT min(number) FROM ledger_statements), (SELECT max(number) FROM ledger_statements));

-- newest statement: once more under the next number
INSERT INTO ledger_statements SELECT number + 1, body FROM ledger_statements ORDER BY number DESC LIMIT 1;

-- every statement: says that no MAC is needed
UPDATE ledger_statements SET body = replace(body, '"causes_proved":true,', '');

-- stated record: that of the newest statement fewer
UPDATE ledger_heads SET sealed = sealed - 1 WHERE uid = '{ben}' AND statement = (SELECT max(statement) FROM ledger_heads WHERE uid = '{ben}');

-- stated record: moved to a later statement
UPDATE ledger_heads SET statement = statement + 100 WHERE uid = '{ben}' AND statement = (SELECT max(statement) FROM ledger_heads WHERE uid = '{ben}');

-- an adjustment's reason erased without a redaction
UPDATE ledger_entries SET reason = 'erased' WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 9;

-- an adjustment's reason erased with a random redaction
UPDATE ledger_entries SET reason = 'erased', redaction = decode(md5(random()::text) || '01234567abcdef01', 'hex') WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 9;

-- an adjustment made a refund
UPDATE ledger_entries SET kind = 'refund', undoes = (SELECT id FROM ledger_entries WHERE uid = '{anne}' AND kind = 'redemption') WHERE uid = '{anne}' AND currency = 'pieces_of_eight' AND sequence = 9;

-- a transfer between two accounts, both halves
INSERT INTO ledger_entries (uid, id, currency, sequence, kind, amount, balance_after, subject, reason, created_at) SELECT uid, 'aaaaaaaa-0000-4000-8000-000000000000', currency, entries + 1, 'transfer', CASE WHEN uid = '{anne}' THEN 5 ELSE -5 END, amount + CASE WHEN uid = '{anne}' THEN 5 ELSE -5 END, CASE WHEN uid = '{anne}' THEN '{ben}'::uuid ELSE '{anne}'::uuid END, 'why', now() FROM balances WHERE currency = 'pieces_of_eight'; UPDATE balances SET entries = entries + 1, amount = amount + CASE WHEN uid = '{anne}' THEN 5 ELSE -5 END WHERE currency = 'pieces_of_eight';

-- what one user has in gold moved to another currency
UPDATE ledger_entries SET currency = 'golden' WHERE currency = 'gold'; UPDATE balances SET currency = 'golden' WHERE currency = 'gold'; UPDATE ledger_heads SET currency = 'golden' WHERE currency = 'gold';

-- audit: actor
UPDATE audit_entries SET actor = actor || 'x' WHERE sequence = 2;

-- audit: action
UPDATE audit_entries SET action = 'ledger.refund' WHERE sequence = 2;

-- audit: uid
UPDATE audit_entries SET uid = '{ben}' WHERE sequence = (SELECT min(sequence) FROM audit_entries WHERE uid = '{anne}');

-- audit: detail
UPDATE audit_entries SET detail = detail || '.' WHERE sequence = 2;

-- audit: before
UPDATE audit_entries SET before = '{}' || coalesce(before, '') WHERE sequence = 2;

-- audit: after
UPDATE audit_entries SET after = NULL WHERE sequence = 2;

-- audit: created_at
UPDATE audit_entries SET created_at = created_at + interval '1 microsecond' WHERE sequence = 2;

-- audit: id
UPDATE audit_entries SET id = 'aaaaaaaa-0000-4000-8000-000000000000' WHERE sequence = 2;

-- audit: MAC removed
UPDATE audit_entries SET mac = NULL WHERE sequence = 2;

-- audit: MAC of another
UPDATE audit_entries SET mac = (SELECT mac FROM audit_entries WHERE sequence = 3) WHERE sequence = 2;

-- audit: seal random
UPDATE audit_entries SET seal = decode(md5('seal') || '0123456701234567', 'hex') WHERE sequence = 2;

-- audit: text erased, as of a user who left
UPDATE audit_entries SET detail = 'erased', before = NULL, after = NULL WHERE sequence = 2;

-- audit: first deleted
DELETE FROM audit_entries WHERE sequence = 1;

-- audit: middle deleted
DELETE FROM audit_entries WHERE sequence = 3;

-- audit: middle deleted, the next in its place
DELETE FROM audit_entries WHERE sequence = 3; UPDATE audit_entries SET sequence = 3 WHERE sequence = 4;

-- audit: last deleted
DELETE FROM audit_entries WHERE sequence = (SELECT max(sequence) FROM audit_entries);

-- audit: all deleted
DELETE FROM audit_entries;

-- audit: two exchanged places
UPDATE audit_entries SET sequence = 1000000 WHERE sequence = 2; UPDATE audit_entries SET sequence = 2 WHERE sequence = 3; UPDATE audit_entries SET sequence = 3 WHERE sequence = 1000000;

-- audit: planted
INSERT INTO audit_entries (id, actor, action, uid, detail, created_at) VALUES ('aaaaaaaa-0000-4000-8000-000000000000', 'tester', 'ledger.adjustment', '{anne}', '5 gold: why', now());

-- audit: planted with another's MAC
INSERT INTO audit_entries (id, actor, action, uid, detail, created_at, mac) SELECT 'aaaaaaaa-0000-4000-8000-000000000000', actor, action, uid, detail, created_at, mac FROM audit_entries WHERE sequence = 2;

-- audit: planted at the chain's end
INSERT INTO audit_entries (id, actor, action, uid, detail, created_at, mac, sequence, seal) SELECT 'aaaaaaaa-0000-4000-8000-000000000000', actor, action, uid, detail, created_at, mac, (SELECT max(sequence) + 1 FROM audit_entries), seal FROM audit_entries WHERE sequence = 2;

-- audit: taken out of the chain
UPDATE audit_entries SET sequence = NULL, seal = NULL WHERE sequence = 3;
