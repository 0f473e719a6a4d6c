internal import Postgres
internal import Referrals
internal import Store

/// A transaction's hold of budgets: of each a stripe, or all of it.
///
/// A stripe can approve a reward but not refuse one. If it is too small, another attempt locks the whole
/// budget.
struct BudgetReservation {
    private enum Hold {
        case stripe(remaining: Int64)
        case all(spent: Int64, stripedBefore: Int64)
    }

    private var budgets: [GrantLimits.BudgetKey: Int64] = [:]
    private var holds: [GrantLimits.BudgetKey: Hold] = [:]

    init() {}

    /// - Parameters:
    ///   - budgets: as rules say.
    ///   - gathered: those of which all stripes and the rest are held.
    init(
        _ budgets: [GrantLimits.BudgetKey: Int64], gathered: Set<GrantLimits.BudgetKey>,
        stripes: [BudgetStripe],
        totals: [LockBudgets.Row]
    ) {
        self.budgets = budgets
        let stripes = Dictionary(grouping: stripes, by: \.budgetKey)
        let totals = Dictionary(totals.map { ($0.budgetKey, $0.spent) }) { $1 }
        for (budgetKey, budget) in budgets {
            let stripes = stripes[budgetKey] ?? []
            if gathered.contains(budgetKey) {
                let striped = stripes.reduce(0) { $0 + $1.remaining }
                holds[budgetKey] = .all(
                    spent: totals[budgetKey, default: 0] - striped, stripedBefore: striped)
            } else {
                let stripe = stripes.first { $0.budget == budget }
                holds[budgetKey] = .stripe(remaining: stripe?.remaining ?? 0)
            }
        }
    }

    /// The rules' spending that this transaction may know: all except what it holds.
    var spent: [GrantLimits.BudgetKey: Int64] {
        var spent: [GrantLimits.BudgetKey: Int64] = [:]
        for (budgetKey, hold) in holds {
            switch hold {
            case .stripe(let remaining): spent[budgetKey] = budgets[budgetKey, default: 0] - remaining
            case .all(let sum, _): spent[budgetKey] = sum
            }
        }
        return spent
    }

    /// Budgets of which there may be more than the stripe that was too small.
    func tooSmall(for grantLimits: GrantLimits) -> Set<GrantLimits.BudgetKey> {
        grantLimits.refusedBudgets.filter { budgetKey in
            if case .stripe = holds[budgetKey] { true } else { false }
        }
    }

    /// Whole budgets, and whether stripes are available afterwards.
    func striped(after grantLimits: GrantLimits) -> [GrantLimits.BudgetKey: Bool] {
        var striped: [GrantLimits.BudgetKey: Bool] = [:]
        for case (let budgetKey, .all) in holds {
            striped[budgetKey] = stripe(of: budgetKey, after: grantLimits) > 0
        }
        return striped
    }

    /// In the order in which they are locked.
    func statements(after grantLimits: GrantLimits) -> [any Statement] {
        var (totals, remaining): ([GrantLimits.BudgetKey: Int64], [GrantLimits.BudgetKey: Int64]) = ([:], [:])
        var stripes: [BudgetStripe] = []
        for (budgetKey, hold) in holds {
            let budget = budgets[budgetKey, default: 0]
            switch hold {
            case .stripe:
                if let spent = grantLimits.changedBudgets[budgetKey] { remaining[budgetKey] = budget - spent }
            case .all(let spent, let stripedBefore):
                let stripe = stripe(of: budgetKey, after: grantLimits)
                totals[budgetKey] =
                    (grantLimits.changedBudgets[budgetKey] ?? spent) + stripe * BudgetStripe.count
                guard stripe + stripedBefore > 0 else { continue }
                stripes.append(BudgetStripe(budgetKey: budgetKey, budget: budget, remaining: stripe))
            }
        }
        var statements: [any Statement] = []
        if !totals.isEmpty { statements.append(SetBudgets(totals)) }
        if !stripes.isEmpty { statements.append(StripeBudgets(stripes)) }
        if !remaining.isEmpty { statements.append(SetBudgetStripes(remaining)) }
        return statements
    }

    /// The amount of each stripe: together half of the rest. Nil if that isn't enough for one more
    /// transaction like this.
    private func stripe(of budgetKey: GrantLimits.BudgetKey, after grantLimits: GrantLimits) -> Int64 {
        guard case .all(let before, _) = holds[budgetKey], !grantLimits.refusedBudgets.contains(budgetKey)
        else { return 0 }
        let spent = grantLimits.changedBudgets[budgetKey] ?? before
        let stripe = max(0, budgets[budgetKey, default: 0] - spent) / (2 * BudgetStripe.count)
        return stripe < spent - before ? 0 : stripe
    }
}
