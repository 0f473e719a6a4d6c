internal import Batching
internal import EventLoops
package import Postgres
internal import Referrals
internal import Store
internal import Values

/// Seals entries that were booked before there was a key, in transactions that are short: beside traffic.
package struct LedgerSealing {
    static let pageAccounts = 1000
    private static let batchAccounts = 200
    private static let batchEntries = 4000

    package let pool: PostgresPool
    package let key: LedgerKey
    package var origin = Seal.Origin.later

    /// Seals what the next accounts of a walk have unsealed.
    ///
    /// - Returns: how many entries, and where the walk goes on; nil at its end.
    func sealPage(
        after position: AccountPosition
    ) async throws(PostgresError) -> (sealed: Int, next: AccountPosition?) {
        let page = try await pool.run(ListStoredBalances(after: position, limit: Self.pageAccounts))
        var due = page.filter { $0.sealed < $0.entries }.compactMap(\.account)
        var sealed = 0
        while !due.isEmpty {
            let batch = Array(due.prefix(Self.batchAccounts))
            let (count, unfinished) = try await seal(batch)
            sealed += count
            due = unfinished + due.dropFirst(batch.count)
        }
        return (sealed, page.count < Self.pageAccounts ? nil : page.last?.position)
    }

    /// - Returns: how many entries were sealed, and the accounts that have more.
    private func seal(
        _ accounts: [Account]
    ) async throws(PostgresError) -> (sealed: Int, unfinished: [Account]) {
        let limit = Self.batchEntries / accounts.count
        return try await pool.transaction { transaction throws(PostgresError) in
            transaction.order(Set(accounts.map(\.uid)))
            let (locked, entries) = try await transaction.send(
                LockBalances(accounts), FindUnsealedEntries(of: accounts, limit: limit))
            let byAccount = Dictionary(grouping: entries) {
                AccountPosition(uid: $0.uid, currency: $0.currency)
            }
            var sealed: [StoredEntry] = []
            var moved: [LedgerAccount] = []
            for account in locked {
                let chain = chain(byAccount[account.position] ?? [], on: account.head)
                guard let last = chain.last else { continue }
                sealed += chain
                let head = LedgerHead(sealed: last.sequence, seal: last.seal)
                moved.append(LedgerAccount(account.balance, head: head))
            }
            try await transaction.commit([SealEntries(sealed), SetHeads(moved)])
            let unfinished = moved.filter { $0.head.sealed < $0.balance.entries }.map(\.balance.account)
            return (sealed.count, unfinished)
        }
    }

    /// The entries that follow each other without a gap, sealed; what stands behind one that is missing, or
    /// sealed already, is no matter of ours.
    private func chain(_ entries: [StoredEntry], on head: LedgerHead) -> [StoredEntry] {
        var before = head.seal
        var sequence = head.sealed
        var chain: [StoredEntry] = []
        for var entry in entries {
            guard entry.sequence == sequence + 1, entry.seal == nil else { break }
            before = Seal(of: entry, after: before, by: key, origin: origin).bytes
            entry.seal = before
            sequence = entry.sequence
            chain.append(entry)
        }
        return chain
    }
}

extension StoredBalance {
    /// Nil for an invalid currency.
    fileprivate var account: Account? {
        Currency(currency).map { Account(uid: UserID(uid), currency: $0) }
    }
}

extension LedgerAccount {
    fileprivate var position: AccountPosition {
        AccountPosition(uid: balance.account.uid.uuid, currency: balance.account.currency.description)
    }
}
