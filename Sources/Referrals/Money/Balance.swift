package import FoundationEssentials
package import Values

/// Where an account stands: always the sum of its entries, never below 0.
package struct Balance: Equatable, Sendable {
    package let account: Account
    package private(set) var amount: Int64
    /// Entries so far; the next one's sequence is one more.
    package private(set) var entries: Int64

    package init(account: Account, amount: Int64, entries: Int64) {
        self.account = account
        self.amount = amount
        self.entries = entries
    }

    /// How much more it holds.
    package var headroom: Int64 { .max - max(0, amount) }

    /// Books a posting, or says why it can't be.
    package mutating func post(_ posting: Posting, at now: Timestamp) throws(PostingRefusal) -> LedgerEntry {
        let change = posting.takesWhatThereIs ? max(posting.amount, -amount) : posting.amount
        if posting.takesWhatThereIs, change == 0 { throw .insufficientBalance(amount) }
        let (sum, overflow) = amount.addingReportingOverflow(change)
        if overflow { throw .balanceTooLarge }
        if sum < 0 { throw .insufficientBalance(amount) }
        amount = sum
        entries += 1
        return LedgerEntry(
            id: posting.id, account: account, sequence: entries, kind: posting.kind, amount: change,
            balanceAfter: sum, undoes: posting.undoes, reason: posting.reason, createdAt: now)
    }

    /// Takes a reward back, as far as it is there.
    ///
    /// - Parameter id: the new entry's.
    package mutating func reverse(
        _ reward: Reward, taking amount: Int64, undoing last: UUID? = nil, id: UUID, because reason: String,
        at now: Timestamp
    ) -> LedgerEntry {
        self.amount -= amount
        entries += 1
        return LedgerEntry(
            id: id, account: account, sequence: entries, kind: .reversal, amount: -amount,
            balanceAfter: self.amount, rule: reward.rule, subject: reward.subject, undoes: last ?? reward.id,
            reason: reason, createdAt: now)
    }

    /// Books one half of what goes over between two accounts. A sum that leaves 64 bits is below 0: no ledger
    /// takes it.
    ///
    /// - Parameters:
    ///   - amount: below 0 where it goes.
    ///   - id: of both halves.
    package mutating func transfer(
        _ amount: Int64, id: UUID, with other: UserID, because reason: String, at now: Timestamp
    ) -> LedgerEntry {
        self.amount &+= amount
        entries += 1
        return LedgerEntry(
            id: id, account: account, sequence: entries, kind: .transfer, amount: amount,
            balanceAfter: self.amount, subject: other, reason: reason, createdAt: now)
    }

    /// Books a reward. A sum that leaves 64 bits is below 0 from then on: no ledger takes it.
    package mutating func grant(_ reward: Reward, at now: Timestamp) -> LedgerEntry {
        amount &+= reward.amount
        entries += 1
        return LedgerEntry(
            id: reward.id, account: account, sequence: entries, kind: .grant, amount: reward.amount,
            balanceAfter: amount, rule: reward.rule, subject: reward.subject, reason: reward.reason,
            createdAt: now)
    }
}

/// Why a posting was not booked.
package enum PostingRefusal: Error, Equatable {
    /// With the balance as it stands.
    case insufficientBalance(Int64)
    case balanceTooLarge
}
