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

    /// Further transfers between accounts.
    var transfers = Transfers()

    var isEmpty: Bool { byAccount.isEmpty && transfers.isEmpty }

    var accounts: [Account] {
        transfers.isEmpty ? Array(byAccount.keys) : Array(transfers.accounts.union(byAccount.keys))
    }

    var payees: Set<UserID> {
        let payees = Set(byAccount.keys.lazy.map(\.uid))
        return transfers.isEmpty ? payees : payees.union(transfers.accounts.map(\.uid))
    }

    mutating func add(_ reward: Reward, at now: Timestamp) {
        let account = Account(uid: reward.beneficiary, currency: reward.currency)
        byAccount[account, default: []].append(Grant(reward: reward, bookedAt: now))
    }

    /// Books them on accounts in the state of `found`.
    ///
    /// - Parameter tooSmall: gets how much more those hold that can't hold all of it.
    func booked(
        on found: [LedgerAccount], sealedBy key: LedgerKey?, _ tooSmall: inout [Account: Int64]
    ) -> LedgerBooking {
        var booking = LedgerBooking(on: found, sealedBy: key)
        transfers.book(by: &booking)
        for (account, grants) in byAccount {
            let headroom = booking.balance(of: account).headroom
            for grant in grants where !booking.grant(grant.reward, at: grant.bookedAt) {
                tooSmall[account] = headroom
            }
        }
        return booking
    }
}
