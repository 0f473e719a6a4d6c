internal import Referrals

/// Which budgets are so nearly spent that each transaction holds all of them, as far as this loop knows.
final class ScarceBudgets {
    private(set) var pots: Set<RewardPlaces.Pot> = []

    func add(_ pots: Set<RewardPlaces.Pot>) {
        self.pots.formUnion(pots)
    }

    func note(_ shared: [RewardPlaces.Pot: Bool]) {
        for (pot, isShared) in shared {
            if isShared { pots.remove(pot) } else { pots.insert(pot) }
        }
    }
}
