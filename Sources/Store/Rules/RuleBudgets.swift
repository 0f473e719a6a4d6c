package import FoundationEssentials
package import Postgres
package import Referrals

/// Reads what rules have spent or set apart, and keeps others from spending until the transaction ends.
package struct LockBudgets: Statement {
    package typealias Row = (budgetKey: GrantLimits.BudgetKey, spent: Int64)

    package static let route = Route.coordinator
    package static let sql = """
        UPDATE rule_budgets AS b SET spent = b.spent FROM unnest($1::text[], $2::text[]) AS w (rule, currency)
        WHERE b.rule = w.rule AND b.currency = w.currency RETURNING b.rule, b.currency, b.spent
        """
    package let parameters: Parameters

    package init(_ budgetKeys: Set<GrantLimits.BudgetKey>) {
        let budgetKeys = budgetKeys.sorted()
        parameters = Parameters(budgetKeys.map(\.rule.description), budgetKeys.map(\.currency.description))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (budgetKey: try row.readBudgetKey(), spent: try row.read())
    }
}

/// The spending of each rule in each currency, without the parts that are set apart in stripes.
package struct ListBudgetSpending: Statement {
    package typealias Row = (budgetKey: GrantLimits.BudgetKey, spent: Int64)

    package static let route = Route.coordinator
    package static let sql = """
        SELECT b.rule, b.currency, b.spent - coalesce((SELECT sum(s.remaining) FROM budget_shares AS s
            WHERE s.rule = b.rule AND s.currency = b.currency), 0)::bigint
        FROM rule_budgets AS b ORDER BY b.rule, b.currency
        """

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (budgetKey: try row.readBudgetKey(), spent: try row.read())
    }
}

/// Writes what rules have spent or set apart; a new one's row is made.
package struct SetBudgets: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO rule_budgets (rule, currency, spent) SELECT *
            FROM unnest($1::text[], $2::text[], $3::bigint[])
        ON CONFLICT ON CONSTRAINT rule_budgets_pkey DO UPDATE SET spent = excluded.spent
        """
    package let parameters: Parameters

    package init(_ spent: [GrantLimits.BudgetKey: Int64]) {
        let spent = spent.sorted { $0.key < $1.key }
        parameters = Parameters(
            spent.map(\.key.rule.description), spent.map(\.key.currency.description), spent.map(\.value))
    }
}

/// A rule's rewards in each currency, except the latest ones: for a budget that is added later.
package struct SumRuleRewards: Statement {
    package typealias Row = (currency: Currency, amount: Int64)

    package static let route = Route.administration
    package static let sql = RuleSum.sql("<")
    package let parameters: Parameters

    /// - Parameter end: the id of the first reward that doesn't count; ids rise with time.
    package init(of rule: RuleName, before end: UUID) { parameters = Parameters(rule.description, end) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        try row.readRuleSum()
    }
}

/// The same of what came last.
package struct SumLatestRuleRewards: Statement {
    package static let route = Route.administration
    package static let sql = RuleSum.sql(">=")
    package let parameters: Parameters
    package init(of rule: RuleName, from first: UUID) { parameters = Parameters(rule.description, first) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> SumRuleRewards.Row {
        try row.readRuleSum()
    }
}

private enum RuleSum {
    static func sql(_ comparison: String) -> String {
        """
        SELECT currency, least(sum(amount), 9223372036854775807)::bigint FROM rewards
        WHERE rule = $1 AND id \(comparison) $2 GROUP BY currency
        """
    }
}

extension RowReader {
    fileprivate mutating func readRuleSum() throws(PostgresError) -> SumRuleRewards.Row {
        (currency: try readValue(Currency.init), amount: try read())
    }
}
