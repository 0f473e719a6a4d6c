internal import Ledger
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Rewards that are paid, and when their entries are booked.
struct Grants {
    private struct Grant {
        let reward: Reward
        let bookedAt: Timestamp
    }

    private var byAccount: [Account: [Grant]] = [:]

    /// What goes from account to account besides.
    var moves = Moves()

    var isEmpty: Bool { byAccount.isEmpty && moves.isEmpty }

    var accounts: [Account] {
        moves.isEmpty ? Array(byAccount.keys) : Array(moves.accounts.union(byAccount.keys))
    }

    var payees: Set<UserID> {
        let payees = Set(byAccount.keys.lazy.map(\.uid))
        return moves.isEmpty ? payees : payees.union(moves.accounts.map(\.uid))
    }

    mutating func add(_ reward: Reward, at now: Timestamp) {
        let account = Account(uid: reward.beneficiary, currency: reward.currency)
        byAccount[account, default: []].append(Grant(reward: reward, bookedAt: now))
    }

    /// What is written of accounts that stand as `found`; one that isn't there has no entries yet.
    ///
    /// - Parameter tooSmall: gets how much more those hold that can't hold all of it.
    func booked(
        on found: [LedgerAccount], sealedBy key: LedgerKey?, _ tooSmall: inout [Account: Int64]
    ) -> [any Statement] {
        var found = Dictionary(uniqueKeysWithValues: found.map { ($0.balance.account, $0) })
        var writer = ChainWriter(key: key)
        let others = moves.book(on: &found, by: &writer)
        var changed = byAccount.map { account, grants in
            var standing = found[account] ?? LedgerAccount(unused: account)
            let room = standing.balance.room
            for grant in grants {
                let entry = standing.balance.grant(grant.reward, at: grant.bookedAt)
                if entry.balanceAfter < entry.amount { tooSmall[account] = room }
                writer.add(entry, for: grant.reward, to: &standing.head)
            }
            return standing
        }
        guard !moves.isEmpty else { return [SetBalances(changed), writer.statement] }
        let moved = Set(writer.entries.map(\.account)).subtracting(byAccount.keys)
        changed += moved.compactMap { found[$0] }
        return [SetBalances(changed), writer.statement] + others
    }
}
