-- Rewards, one for each (beneficiary, subject, rule): the constraint is what makes a reward impossible to pay twice.
CREATE TABLE rewards (
    uid uuid NOT NULL,
    subject uuid NOT NULL,
    rule text NOT NULL,
    id uuid NOT NULL,
    role text NOT NULL,
    currency text NOT NULL,
    amount bigint NOT NULL,
    status text NOT NULL,
    reason text NOT NULL,
    granted_at timestamptz NOT NULL,
    CONSTRAINT rewards_pkey PRIMARY KEY (uid, subject, rule),
    CONSTRAINT rewards_role CHECK (role IN ('referee', 'referrer')),
    CONSTRAINT rewards_amount CHECK (amount > 0),
    CONSTRAINT rewards_status CHECK (status IN ('paid', 'held', 'void'))
);

-- Where accounts stand. `entries` numbers the ledger, so that a lost or doubled entry can't go unseen.
CREATE TABLE balances (
    uid uuid NOT NULL,
    currency text NOT NULL,
    amount bigint NOT NULL,
    entries bigint NOT NULL,
    CONSTRAINT balances_pkey PRIMARY KEY (uid, currency),
    CONSTRAINT balances_not_negative CHECK (amount >= 0)
) WITH (fillfactor = 70);

-- The ledger: append-only, each account a gapless chain whose last balance_after is its balance.
CREATE TABLE ledger_entries (
    uid uuid NOT NULL,
    id uuid NOT NULL,
    currency text NOT NULL,
    sequence bigint NOT NULL,
    kind text NOT NULL,
    amount bigint NOT NULL,
    balance_after bigint NOT NULL,
    rule text,
    subject uuid,
    reason text NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT ledger_entries_pkey PRIMARY KEY (uid, id),
    CONSTRAINT ledger_entries_chain UNIQUE (uid, currency, sequence),
    CONSTRAINT ledger_entries_kind CHECK (kind IN ('grant', 'redemption', 'adjustment', 'reversal')),
    CONSTRAINT ledger_entries_amount CHECK (amount <> 0),
    CONSTRAINT ledger_entries_balance CHECK (balance_after >= 0)
);

-- Who moved money by hand, or made a key.
CREATE TABLE audit_entries (
    id uuid NOT NULL,
    actor text NOT NULL,
    action text NOT NULL,
    uid uuid,
    detail text NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT audit_entries_pkey PRIMARY KEY (id)
);

GRANT SELECT, INSERT ON rewards, ledger_entries, audit_entries TO shipmate_service;
GRANT UPDATE (status) ON rewards TO shipmate_service;
GRANT SELECT, INSERT, UPDATE ON balances TO shipmate_service;
