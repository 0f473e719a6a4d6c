internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// A transaction's hold of budgets: of each a stripe, or all of it.
///
/// A stripe can approve a reward but not refuse one. If it is too small, another attempt locks the whole
/// budget.
///
/// Only a transaction that holds a whole budget knows what is spent of it. So stripes never hold enough to
/// reach one of the budget's marks: a grant that reaches it is made by such a transaction, which writes the
/// change. Shortly before 80 %, about as many transactions as there are stripes wait for each other, as at
/// the budget's end. Stripes are the same without listeners: a listener may come while they last.
struct BudgetReservation {
    private enum Hold {
        case stripe(remaining: Int64)
        /// - Parameter isFirst: whether nothing was decided by this budget before; stripes remember it.
        case all(spent: Int64, stripedBefore: Int64, isFirst: Bool)
    }

    private var budgets: [GrantLimits.BudgetKey: Budget] = [:]
    private var holds: [GrantLimits.BudgetKey: Hold] = [:]

    init() {}

    /// - Parameters:
    ///   - budgets: as rules say.
    ///   - gathered: those of which all stripes and the rest are held.
    init(
        _ budgets: [GrantLimits.BudgetKey: Budget], gathered: Set<GrantLimits.BudgetKey>,
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
                    spent: totals[budgetKey, default: 0] - striped, stripedBefore: striped,
                    isFirst: !stripes.contains { $0.budget == budget.amount })
            } else {
                let stripe = stripes.first { $0.budget == budget.amount }
                holds[budgetKey] = .stripe(remaining: stripe?.remaining ?? 0)
            }
        }
    }

    /// The rules' spending that this transaction may know: all except what it holds.
    var spent: [GrantLimits.BudgetKey: Int64] {
        var spent: [GrantLimits.BudgetKey: Int64] = [:]
        for (budgetKey, hold) in holds {
            switch hold {
            case .stripe(let remaining): spent[budgetKey] = amount(of: budgetKey) - remaining
            case .all(let sum, _, _): spent[budgetKey] = sum
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
            let budget = amount(of: budgetKey)
            switch hold {
            case .stripe:
                if let spent = grantLimits.changedBudgets[budgetKey] { remaining[budgetKey] = budget - spent }
            case .all(let spent, let stripedBefore, let isFirst):
                let stripe = stripe(of: budgetKey, after: grantLimits)
                totals[budgetKey] =
                    (grantLimits.changedBudgets[budgetKey] ?? spent) + stripe * BudgetStripe.count
                guard stripe + stripedBefore > 0 || isFirst else { continue }
                stripes.append(BudgetStripe(budgetKey: budgetKey, budget: budget, remaining: stripe))
            }
        }
        var statements: [any Statement] = []
        if !totals.isEmpty { statements.append(SetBudgets(totals)) }
        if !stripes.isEmpty { statements.append(StripeBudgets(stripes)) }
        if !remaining.isEmpty { statements.append(SetBudgetStripes(remaining)) }
        return statements
    }

    /// The marks that this transaction's grants reach, or that a new budget has reached already.
    func changes(after grantLimits: GrantLimits, at now: Timestamp) -> [Change] {
        holds.sorted { $0.key < $1.key }.flatMap { budgetKey, hold -> [Change] in
            guard case .all(let before, _, let isFirst) = hold, let budget = budgets[budgetKey] else {
                return []
            }
            let spent = grantLimits.changedBudgets[budgetKey] ?? before
            return budget.marks(from: isFirst ? nil : before, to: spent).map { mark in
                Change(
                    mark == .low ? .ruleBudgetLow : .ruleBudgetSpent, of: nil, at: now,
                    .budget(budgetKey.rule, budgetKey.currency, budget: budget.amount, spent: spent))
            }
        }
    }

    private func amount(of budgetKey: GrantLimits.BudgetKey) -> Int64 { budgets[budgetKey]?.amount ?? 0 }

    /// The amount of each stripe: together half of the rest, and less than is left to the mark of 80 %. Zero
    /// if that isn't enough for one more transaction like this.
    private func stripe(of budgetKey: GrantLimits.BudgetKey, after grantLimits: GrantLimits) -> Int64 {
        guard case .all(let before, _, _) = holds[budgetKey], let budget = budgets[budgetKey],
            !grantLimits.refusedBudgets.contains(budgetKey)
        else { return 0 }
        let spent = grantLimits.changedBudgets[budgetKey] ?? before
        let half = max(0, budget.amount - spent) / 2
        let striped = spent < budget.lowFrom ? min(half, budget.lowFrom - 1 - spent) : half
        let stripe = striped / BudgetStripe.count
        return stripe < spent - before ? 0 : stripe
    }
}
