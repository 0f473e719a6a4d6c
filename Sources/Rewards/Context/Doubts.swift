internal import Batching
internal import Referrals

/// Assumptions that recently failed on this loop, so that the next attempts don't make them.
package final class Doubts {
    /// At transactions in which rules decide.
    package private(set) var attempts = 0
    /// Batches in which events had been recorded before.
    let replays = ReplayEstimator()
    /// Budgets so nearly spent that each transaction holds all of them.
    private(set) var exhaustedBudgets: Set<GrantLimits.BudgetKey> = []
    /// The room left in accounts that couldn't take what they were to be given: the next attempt denies what
    /// doesn't fit.
    private(set) var headroom: [Account: Int64] = [:]

    func countAttempt() {
        attempts += 1
    }

    func addExhausted(_ budgetKeys: Set<GrantLimits.BudgetKey>) {
        exhaustedBudgets.formUnion(budgetKeys)
    }

    /// - Parameter striped: reserved budgets, and whether each has a stripe for all now.
    func noteBudgets(_ striped: [GrantLimits.BudgetKey: Bool]) {
        for (budgetKey, isStriped) in striped {
            if isStriped { exhaustedBudgets.remove(budgetKey) } else { exhaustedBudgets.insert(budgetKey) }
        }
    }

    func addHeadroom(_ headroom: [Account: Int64]) {
        self.headroom.merge(headroom) { $1 }
    }

    /// As others may take and spend from now on.
    func forgetHeadroom(of accounts: Set<Account>) {
        for account in accounts { headroom[account] = nil }
    }
}
