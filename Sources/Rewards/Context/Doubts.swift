internal import Batching
internal import Referrals

/// Assumptions that recently failed on this loop, so that the next attempts don't make them.
package final class Doubts {
    /// At transactions in which rules decide.
    package private(set) var attempts = 0
    /// Batches in which events had been recorded before.
    let repeats = RepeatWatch()
    /// Budgets so nearly spent that each transaction holds all of them.
    private(set) var scarcePots: Set<RewardPlaces.Pot> = []
    /// The room left in accounts that couldn't take what they were to be given: the next attempt denies what
    /// doesn't fit.
    private(set) var rooms: [Account: Int64] = [:]

    func countAttempt() {
        attempts += 1
    }

    func addScarce(_ pots: Set<RewardPlaces.Pot>) {
        scarcePots.formUnion(pots)
    }

    /// - Parameter shared: reserved budgets, and whether each has a stripe for all now.
    func noteBudgets(_ shared: [RewardPlaces.Pot: Bool]) {
        for (pot, isShared) in shared {
            if isShared { scarcePots.remove(pot) } else { scarcePots.insert(pot) }
        }
    }

    func addRooms(_ rooms: [Account: Int64]) {
        self.rooms.merge(rooms) { $1 }
    }

    /// As others may take and spend from now on.
    func forgetRooms(of accounts: Set<Account>) {
        for account in accounts { rooms[account] = nil }
    }
}
