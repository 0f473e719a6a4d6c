internal import Postgres

/// The order in which all transactions take their locks. Rows under a user's lock have no rank of their
/// own: the user's sessions and mails, and the held rewards for it.
private enum LockOrder: Int {
    /// Transactions that decide by rules against those that change them.
    case programme
    case users
    case erasures
    case grantCounts
    case budgets
    case budgetStripes
    case balances
    case paidRewards
    case merges
    case referralCounts
    case changeCounters
}

extension LockProgrammeShared {
    package var lockRank: Int? { LockOrder.programme.rawValue }
}

extension LockUsers {
    package var lockRank: Int? { isLate ? nil : LockOrder.users.rawValue }
}

extension ApplyFacts {
    package var lockRank: Int? { LockOrder.users.rawValue }
}

extension LockErasure {
    package var lockRank: Int? { LockOrder.erasures.rawValue }
}

extension LockGrantCounts {
    package var lockRank: Int? { LockOrder.grantCounts.rawValue }
}

extension CarryOverGrantCounts {
    package var lockRank: Int? { LockOrder.grantCounts.rawValue }
}

extension LockBudgets {
    package var lockRank: Int? { LockOrder.budgets.rawValue }
}

extension LockBudgetStripes {
    package var lockRank: Int? { LockOrder.budgetStripes.rawValue }
}

extension LockBalances {
    package var lockRank: Int? { LockOrder.balances.rawValue }
}

extension OpenBalances {
    package var lockRank: Int? { LockOrder.balances.rawValue }
}

extension SetBalances {
    package var lockRank: Int? { LockOrder.balances.rawValue }
}

extension ReverseReward {
    package var lockRank: Int? { LockOrder.paidRewards.rawValue }
}

extension WakeMerges {
    package var lockRank: Int? { LockOrder.merges.rawValue }
}

extension AddReferralCounts {
    package var lockRank: Int? { LockOrder.referralCounts.rawValue }
}

extension UncountRewardedReferee {
    package var lockRank: Int? { LockOrder.referralCounts.rawValue }
}

extension RecordListenedChanges {
    package var lockRank: Int? { LockOrder.changeCounters.rawValue }
}

extension RecordChanges {
    package var lockRank: Int? { LockOrder.changeCounters.rawValue }
}
