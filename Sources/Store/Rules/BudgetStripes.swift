package import Postgres
package import Referrals

/// A stripe: a part of a budget that was set apart, so that those who pay at once need not wait for each
/// other.
package struct BudgetStripe: Equatable, Sendable {
    /// As many as transactions pay at once where it matters.
    package static let count: Int64 = 16

    package let budgetKey: GrantLimits.BudgetKey
    /// The rule's budget at that time.
    package let budget: Int64
    package let remaining: Int64

    package init(budgetKey: GrantLimits.BudgetKey, budget: Int64, remaining: Int64) {
        self.budgetKey = budgetKey
        self.budget = budget
        self.remaining = remaining
    }

    /// Connections are made one after the other, so that few have the same.
    fileprivate static let slot = "pg_backend_pid() % \(count)"
}

/// Reads stripes and keeps others from them until the transaction ends: of budgets that are gathered all, of
/// the others that of the connection.
package struct LockBudgetStripes: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT s.rule, s.currency, s.budget, s.remaining FROM budget_shares AS s
        JOIN unnest($1::text[], $2::text[], $3::bool[]) AS w (rule, currency, is_gathered)
            ON s.rule = w.rule AND s.currency = w.currency
        WHERE w.is_gathered OR s.slot = \(BudgetStripe.slot)
        ORDER BY s.rule, s.currency, s.slot FOR UPDATE OF s
        """
    package let parameters: Parameters

    package init(_ budgetKeys: Set<GrantLimits.BudgetKey>, gathering gathered: Set<GrantLimits.BudgetKey>) {
        let budgetKeys = budgetKeys.sorted()
        parameters = Parameters(
            budgetKeys.map(\.rule.description), budgetKeys.map(\.currency.description),
            budgetKeys.map(gathered.contains))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> BudgetStripe {
        BudgetStripe(budgetKey: try row.readBudgetKey(), budget: try row.read(), remaining: try row.read())
    }
}

/// Writes what is left of the connection's stripes, which are locked.
package struct SetBudgetStripes: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE budget_shares AS s SET remaining = new.remaining
        FROM unnest($1::text[], $2::text[], $3::bigint[]) AS new (rule, currency, remaining)
        WHERE s.rule = new.rule AND s.currency = new.currency AND s.slot = \(BudgetStripe.slot)
        """
    package let parameters: Parameters

    package init(_ remaining: [GrantLimits.BudgetKey: Int64]) {
        let stripes = remaining.sorted { $0.key < $1.key }
        parameters = Parameters(
            stripes.map(\.key.rule.description), stripes.map(\.key.currency.description),
            stripes.map(\.value))
    }
}

/// Splits budgets into stripes: each stripe of one comes to the same.
package struct StripeBudgets: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO budget_shares (rule, currency, slot, budget, remaining)
        SELECT new.rule, new.currency, s.slot, new.budget, new.remaining
        FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[])
            AS new (rule, currency, budget, remaining)
        CROSS JOIN generate_series(0, \(BudgetStripe.count - 1)) AS s (slot)
        ON CONFLICT ON CONSTRAINT budget_shares_pkey
            DO UPDATE SET budget = excluded.budget, remaining = excluded.remaining
        """
    package let parameters: Parameters

    package init(_ stripes: [BudgetStripe]) {
        let stripes = stripes.sorted { $0.budgetKey < $1.budgetKey }
        parameters = Parameters(
            stripes.map(\.budgetKey.rule.description), stripes.map(\.budgetKey.currency.description),
            stripes.map(\.budget),
            stripes.map(\.remaining))
    }
}
