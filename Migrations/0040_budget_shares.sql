-- A budget was one row that whoever paid within it held until the commit was on disk, one after the other. Half of what
-- is left of it is set apart in shares now: who pays takes from one of them, and only where that doesn't do from all at
-- once. `rule_budgets.spent` counts what is set apart, too.
-- Beside traffic: servers of the version before go by that alone.
CREATE TABLE IF NOT EXISTS budget_shares (
    rule text NOT NULL,
    currency text NOT NULL,
    slot int NOT NULL,
    -- The budget that the rule had when it was set apart: under another one all is counted anew.
    budget bigint NOT NULL,
    remaining bigint NOT NULL,
    CONSTRAINT budget_shares_pkey PRIMARY KEY (rule, currency, slot),
    CONSTRAINT budget_shares_remaining CHECK (remaining >= 0)
) WITH (fillfactor = 50);
GRANT SELECT, INSERT, UPDATE ON budget_shares TO shipmate_service;
