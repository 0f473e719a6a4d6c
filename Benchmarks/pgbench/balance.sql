-- What FindBalances reads of one user.
\set n :first + random(0, :active - 1) * :step
SELECT uid, currency, amount, entries FROM balances WHERE uid = ('01900000-0000-7000-8000-' || :n)::uuid;
