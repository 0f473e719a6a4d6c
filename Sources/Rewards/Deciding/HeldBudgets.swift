internal import Postgres
internal import Referrals
internal import Store

/// A transaction's hold of budgets: of each a stripe, or all of it.
///
/// A stripe can approve a reward but not refuse one. If it is too small, another attempt locks the whole
/// budget.
struct HeldBudgets {
    private enum Hold {
        case share(remaining: Int64)
        case all(spent: Int64, sharedBefore: Int64)
    }

    private var budgets: [RewardPlaces.Pot: Int64] = [:]
    private var holds: [RewardPlaces.Pot: Hold] = [:]

    init() {}

    /// - Parameters:
    ///   - budgets: as rules say.
    ///   - gathered: those of which all shares, and what they are of, are held.
    init(
        _ budgets: [RewardPlaces.Pot: Int64], gathered: Set<RewardPlaces.Pot>, shares: [BudgetShare],
        totals: [LockBudgets.Row]
    ) {
        self.budgets = budgets
        let shares = Dictionary(grouping: shares, by: \.pot)
        let totals = Dictionary(totals.map { ($0.pot, $0.spent) }) { $1 }
        for (pot, budget) in budgets {
            let shares = shares[pot] ?? []
            if gathered.contains(pot) {
                let shared = shares.reduce(0) { $0 + $1.remaining }
                holds[pot] = .all(spent: totals[pot, default: 0] - shared, sharedBefore: shared)
            } else {
                let share = shares.first { $0.budget == budget }
                holds[pot] = .share(remaining: share?.remaining ?? 0)
            }
        }
    }

    /// The rules' spending that this transaction may know: all except what it holds.
    var spent: [RewardPlaces.Pot: Int64] {
        var spent: [RewardPlaces.Pot: Int64] = [:]
        for (pot, hold) in holds {
            switch hold {
            case .share(let remaining): spent[pot] = budgets[pot, default: 0] - remaining
            case .all(let sum, _): spent[pot] = sum
            }
        }
        return spent
    }

    /// Budgets of which there may be more than the share that was too small.
    func tooSmall(for places: RewardPlaces) -> Set<RewardPlaces.Pot> {
        places.refusedPots.filter { pot in
            if case .share = holds[pot] { true } else { false }
        }
    }

    /// Whole budgets, and whether stripes are available afterwards.
    func shared(after places: RewardPlaces) -> [RewardPlaces.Pot: Bool] {
        var shared: [RewardPlaces.Pot: Bool] = [:]
        for case (let pot, .all) in holds { shared[pot] = share(of: pot, after: places) > 0 }
        return shared
    }

    /// In the order in which they are locked.
    func statements(after places: RewardPlaces) -> [any Statement] {
        var (totals, remaining): ([RewardPlaces.Pot: Int64], [RewardPlaces.Pot: Int64]) = ([:], [:])
        var shares: [BudgetShare] = []
        for (pot, hold) in holds {
            let budget = budgets[pot, default: 0]
            switch hold {
            case .share: if let spent = places.changedPots[pot] { remaining[pot] = budget - spent }
            case .all(let spent, let sharedBefore):
                let share = share(of: pot, after: places)
                totals[pot] = (places.changedPots[pot] ?? spent) + share * BudgetShare.count
                guard share + sharedBefore > 0 else { continue }
                shares.append(BudgetShare(pot: pot, budget: budget, remaining: share))
            }
        }
        var statements: [any Statement] = []
        if !totals.isEmpty { statements.append(SetBudgets(totals)) }
        if !shares.isEmpty { statements.append(ShareBudgets(shares)) }
        if !remaining.isEmpty { statements.append(SetBudgetShares(remaining)) }
        return statements
    }

    /// The amount of each stripe: together half of the rest. Nil if that isn't enough for one more
    /// transaction like this.
    private func share(of pot: RewardPlaces.Pot, after places: RewardPlaces) -> Int64 {
        guard case .all(let before, _) = holds[pot], !places.refusedPots.contains(pot) else { return 0 }
        let spent = places.changedPots[pot] ?? before
        let share = max(0, budgets[pot, default: 0] - spent) / (2 * BudgetShare.count)
        return share < spent - before ? 0 : share
    }
}
