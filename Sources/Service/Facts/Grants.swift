internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// Rewards that are paid, and when their entries are booked.
struct Grants {
    fileprivate struct Grant {
        let reward: Reward
        let bookedAt: Timestamp
    }

    private var byAccount: [Account: [Grant]] = [:]

    var isEmpty: Bool { byAccount.isEmpty }

    var payees: Set<UserID> { Set(byAccount.keys.lazy.map(\.uid)) }

    mutating func add(_ reward: Reward, at now: Timestamp) {
        let account = Account(uid: reward.beneficiary, currency: reward.currency)
        byAccount[account, default: []].append(Grant(reward: reward, bookedAt: now))
    }

    /// What each account gets in all.
    var credits: [Credit] {
        byAccount.map { account, grants in
            Credit(
                account: account, amount: grants.reduce(0) { $0 + $1.reward.amount },
                entries: Int64(grants.count))
        }
    }

    /// The entries on accounts that `CreditBalances` has just credited and locked, and the heads they lead
    /// to.
    func booked(on accounts: [LedgerAccount], sealedBy key: LedgerKey?) -> [any Statement] {
        var writer = ChainWriter(key: key)
        var changed: [LedgerAccount] = []
        for credited in accounts {
            let grants = byAccount[credited.balance.account] ?? []
            var head = credited.head
            var amount = grants.reduce(credited.balance.amount) { $0 - $1.reward.amount }
            var sequence = credited.balance.entries - Int64(grants.count)
            for grant in grants {
                amount += grant.reward.amount
                sequence += 1
                writer.add(
                    grant.entry(sequence: sequence, balanceAfter: amount), for: grant.reward, to: &head)
            }
            if head != credited.head { changed.append(LedgerAccount(credited.balance, head: head)) }
        }
        return changed.isEmpty ? [writer.statement] : [writer.statement, SetHeads(changed)]
    }
}

extension Grants.Grant {
    fileprivate func entry(sequence: Int64, balanceAfter: Int64) -> LedgerEntry {
        LedgerEntry(
            id: reward.id, account: Account(uid: reward.beneficiary, currency: reward.currency),
            sequence: sequence, kind: .grant, amount: reward.amount, balanceAfter: balanceAfter,
            rule: reward.rule, subject: reward.subject, reason: reward.reason, createdAt: bookedAt)
    }
}
