package import Values

/// Where a page of the ledger ended in each of the accounts that it reached.
package struct LedgerCursor: Equatable, Sendable {
    package private(set) var sequences: [Currency: Int64]
    /// The same of players who became the user.
    package private(set) var merged: [UserID: [Currency: Int64]]

    package init(sequences: [Currency: Int64], merged: [UserID: [Currency: Int64]] = [:]) {
        self.sequences = sequences
        self.merged = merged
    }

    package mutating func note(_ entry: LedgerEntry, isOwn: Bool) {
        let account = entry.account
        if isOwn {
            sequences[account.currency] = entry.sequence
        } else {
            merged[account.uid, default: [:]][account.currency] = entry.sequence
        }
    }
}
