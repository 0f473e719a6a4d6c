/// Whether the ledger adds up, and where it doesn't.
package struct LedgerCheck: Equatable, Sendable {
    package let accounts: Int64
    package let entries: Int64
    /// Entries that have no seal, or none yet.
    package let unsealedEntries: Int64
    /// Up to a hundred.
    package let brokenAccounts: [BrokenAccount]
    /// Rewards that were paid without their entry, and grants without their reward.
    package let unmatchedGrants: Int64
    /// Refunds and reversals that don't fit what they take back, and rewards taken back without one.
    package let unmatchedReturns: Int64
    /// Reservations whose entries aren't those that their state asks for.
    package let brokenReservations: Int64
    /// Halves of what went over between two accounts without the other half.
    package let unmatchedTransfers: Int64

    package init(
        accounts: Int64, entries: Int64, unsealedEntries: Int64, brokenAccounts: [BrokenAccount],
        unmatchedGrants: Int64, unmatchedReturns: Int64 = 0, brokenReservations: Int64 = 0,
        unmatchedTransfers: Int64 = 0
    ) {
        self.accounts = accounts
        self.entries = entries
        self.unsealedEntries = unsealedEntries
        self.brokenAccounts = brokenAccounts
        self.unmatchedGrants = unmatchedGrants
        self.unmatchedReturns = unmatchedReturns
        self.brokenReservations = brokenReservations
        self.unmatchedTransfers = unmatchedTransfers
    }

    package var isBalanced: Bool {
        brokenAccounts.isEmpty && unmatchedGrants == 0 && unmatchedReturns == 0 && brokenReservations == 0
            && unmatchedTransfers == 0
    }
}

extension LedgerCheck {
    /// How many things don't add up, as far as they are counted.
    package var findings: Int64 {
        Int64(brokenAccounts.count) + unmatchedGrants + unmatchedReturns + brokenReservations
            + unmatchedTransfers
    }
}

/// An account whose balance and entries disagree.
package struct BrokenAccount: Equatable, Sendable {
    package let account: Account
    package let balance: Int64
    package let entries: Int64
    package let sumOfEntries: Int64
    package let countOfEntries: Int64
    /// Entries whose number or balance doesn't follow from the one before.
    package let brokenLinks: Int64

    package init(
        account: Account, balance: Int64, entries: Int64, sumOfEntries: Int64, countOfEntries: Int64,
        brokenLinks: Int64
    ) {
        self.account = account
        self.balance = balance
        self.entries = entries
        self.sumOfEntries = sumOfEntries
        self.countOfEntries = countOfEntries
        self.brokenLinks = brokenLinks
    }
}
