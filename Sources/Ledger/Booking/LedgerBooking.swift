internal import Crypto
package import FoundationEssentials
package import Postgres
package import Referrals
package import Store
package import Values

/// Books entries on the accounts that a transaction has read, and seals them. All money moves here.
///
/// An account that was not found has no entries yet. Nothing is written before the caller sends `statements`.
package struct LedgerBooking {
    private var accounts: [Account: LedgerAccount]
    private var writer: ChainWriter
    private var reversals: [any Statement] = []
    private var reversed: [(reward: Reward, at: Timestamp)] = []

    /// - Parameters:
    ///   - found: as they stand; locked, or protected by the chain's constraint.
    ///   - key: nil leaves the entries unsealed.
    package init(on found: [LedgerAccount], sealedBy key: LedgerKey?) {
        accounts = Dictionary(uniqueKeysWithValues: found.map { ($0.balance.account, $0) })
        writer = ChainWriter(key: key)
    }

    /// In the order in which rows are locked everywhere: accounts, entries, rewards.
    package var statements: [any Statement] {
        guard !writer.entries.isEmpty else { return reversals }
        let changed = Set(writer.entries.lazy.map(\.account)).compactMap { accounts[$0] }
        return [SetBalances(changed), writer.statement] + reversals
    }

    /// The accounts to open, with those that are locked, before these entries are written; none where only
    /// one account is written or all are locked.
    package func unopened(locked: [LedgerAccount]) -> [Account] {
        let locked = Set(locked.lazy.map(\.balance.account))
        let all = locked.union(writer.entries.lazy.map(\.account))
        return all.count > max(1, locked.count) ? Array(all) : []
    }

    /// For those who listen: what was clawed back, and each entry.
    package var changes: [Change] {
        reversed.map { Change(.rewardReversed, of: $0.reward.beneficiary, at: $0.at, .reward($0.reward)) }
            + writer.entries.flatMap { Change.changes(of: $0) }
    }

    package var balances: some Collection<Balance> { accounts.values.lazy.map(\.balance) }

    package func balance(of account: Account) -> Balance {
        accounts[account]?.balance ?? LedgerAccount(unused: account).balance
    }

    /// Pays a reward.
    ///
    /// - Returns: false where the balance leaves 64 bits, which the ledger's constraints refuse.
    package mutating func grant(_ reward: Reward, at now: Timestamp) -> Bool {
        let account = Account(uid: reward.beneficiary, currency: reward.currency)
        let entry = book(on: account, for: reward) { $0.grant(reward, at: now) }
        return entry.balanceAfter >= entry.amount
    }

    package mutating func post(
        _ posting: Posting, at now: Timestamp
    ) throws(PostingRefusal) -> LedgerEntry {
        var balance = balance(of: posting.account)
        let entry = try balance.post(posting, at: now)
        return book(on: posting.account) {
            $0 = balance
            return entry
        }
    }

    /// Moves `amount` from one account to another; nothing where that is 0.
    ///
    /// - Parameter id: of both entries.
    package mutating func transfer(
        _ amount: Int64, from source: Account, to target: Account, because reason: String, as id: UUID,
        at now: Timestamp
    ) {
        guard amount > 0 else { return }
        book(on: source) { $0.transfer(-amount, id: id, with: target.uid, because: reason, at: now) }
        book(on: target) { $0.transfer(amount, id: id, with: source.uid, because: reason, at: now) }
    }

    /// How much of a paid reward is there to be clawed back: 0 to its amount.
    ///
    /// - Parameter fallback: the account that has what the beneficiary had.
    package func recoverable(of reward: Reward, fallback: Account?) -> Int64 {
        let own = max(0, balance(of: Account(uid: reward.beneficiary, currency: reward.currency)).amount)
        let others = fallback.map { max(0, balance(of: $0).amount) } ?? 0
        return own >= reward.amount ? reward.amount : own + min(reward.amount - own, others)
    }

    /// Claws a paid reward back, as far as the balance allows. `fallback` covers the rest first.
    ///
    /// - Parameter id: of the entry; that of the transfer before is derived from it.
    /// - Returns: the reward as it is from now on.
    @discardableResult
    package mutating func clawBack(
        _ reward: Reward, fallback: Account?, because reason: String, as id: UUID, at now: Timestamp
    ) -> Reward {
        let account = Account(uid: reward.beneficiary, currency: reward.currency)
        let taken = recoverable(of: reward, fallback: fallback)
        let missing = taken - max(0, balance(of: account).amount)
        if let fallback, missing > 0 {
            let transferID = UUID(bytes: BLAKE2b.hash(id.bytes, byteCount: 16)[...])!
            transfer(missing, from: fallback, to: account, because: reason, as: transferID, at: now)
        }
        let reversed = reward.reversed(unrecovered: reward.amount - taken)
        if taken > 0 {
            book(on: account, for: reversed) {
                $0.reverse(reversed, taking: taken, id: id, because: reason, at: now)
            }
        }
        reversals.append(ReverseReward(reward, unrecovered: reversed.unrecovered, at: now))
        self.reversed.append((reversed, now))
        return reversed
    }

    /// Takes a part of what was missing when a reward was clawed back, out of what came in since.
    ///
    /// - Parameters:
    ///   - amount: at most this.
    ///   - last: the reward's entry before, which this one undoes.
    ///   - id: of the entry.
    /// - Returns: what was taken; 0 where nothing is there.
    package mutating func recover(
        _ reward: Reward, atMost amount: Int64, undoing last: UUID, because reason: String, as id: UUID,
        at now: Timestamp
    ) -> Int64 {
        let account = Account(uid: reward.beneficiary, currency: reward.currency)
        let taken = min(amount, reward.unrecovered, balance(of: account).amount)
        guard taken > 0 else { return 0 }
        let after = reward.reversed(unrecovered: reward.unrecovered - taken)
        book(on: account, for: after) {
            $0.reverse(after, taking: taken, undoing: last, id: id, because: reason, at: now)
        }
        reversals.append(SetUnrecovered(after, from: reward.unrecovered))
        return taken
    }

    @discardableResult
    private mutating func book(
        on account: Account, for reward: Reward? = nil, _ entry: (inout Balance) -> LedgerEntry
    ) -> LedgerEntry {
        var state = accounts[account] ?? LedgerAccount(unused: account)
        let entry = entry(&state.balance)
        writer.add(entry, for: reward, to: &state.head)
        accounts[account] = state
        return entry
    }
}
