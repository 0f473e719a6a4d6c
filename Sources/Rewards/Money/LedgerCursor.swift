package import Referrals
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

    mutating func note(_ entry: LedgerEntry, isOwn: Bool) {
        let account = entry.account
        if isOwn {
            sequences[account.currency] = entry.sequence
        } else {
            merged[account.uid, default: [:]][account.currency] = entry.sequence
        }
    }
}

extension [[LedgerEntry]] {
    /// Lists that are in order each, as one.
    func newestFirst(limit: Int) -> [LedgerEntry] {
        guard count > 1 else { return first ?? [] }
        var rest = map { $0[...] }
        var entries: [LedgerEntry] = []
        while entries.count < limit {
            let next = rest.indices.filter { !rest[$0].isEmpty }
                .max { rest[$0].first!.createdAt < rest[$1].first!.createdAt }
            guard let next else { break }
            entries.append(rest[next].removeFirst())
        }
        return entries
    }
}
