internal import Crypto
internal import FoundationEssentials
internal import Ledger
internal import Postgres
internal import Referrals
internal import Store
internal import Values

/// What goes from accounts to accounts, and what is taken back of rewards, in one order: first what is taken
/// back of an account that is moved, then what is there goes over, then the rest is taken back.
struct Moves {
    private struct Move {
        let from: Account
        let to: Account
        let id: UUID
        let at: Timestamp
    }

    private struct Return {
        let reward: Reward
        /// Where what was paid has gone to.
        let purse: Account?
        let reason: String
        let id: UUID
        let at: Timestamp

        var account: Account { Account(uid: reward.beneficiary, currency: reward.currency) }
    }

    private static let reason = "An anonymous player became an account"

    private var moves: [Move] = []
    private var returns: [Return] = []

    var isEmpty: Bool { moves.isEmpty && returns.isEmpty }

    var accounts: Set<Account> {
        Set(
            moves.flatMap { [$0.from, $0.to] }
                + returns.flatMap { [$0.account] + [$0.purse].compactMap(\.self) })
    }

    mutating func add(_ from: Account, to: Account, as id: UUID, at now: Timestamp) {
        moves.append(Move(from: from, to: to, id: id, at: now))
    }

    mutating func takeBack(
        _ reward: Reward, from purse: Account?, because reason: String, as id: UUID, at now: Timestamp
    ) {
        returns.append(Return(reward: reward, purse: purse, reason: reason, id: id, at: now))
    }

    /// - Parameter found: the accounts as they stand; those that aren't there have no entries yet.
    /// - Returns: what is written beside the accounts and their entries.
    func book(on found: inout [Account: LedgerAccount], by writer: inout ChainWriter) -> [any Statement] {
        guard !isEmpty else { return [] }
        let left = Set(moves.map(\.from))
        var statements: [any Statement] = []
        for one in returns where left.contains(one.account) {
            statements += book(one, on: &found, by: &writer)
        }
        for move in moves { book(move, on: &found, by: &writer) }
        for one in returns where !left.contains(one.account) {
            statements += book(one, on: &found, by: &writer)
        }
        return statements
    }

    private func book(
        _ move: Move, on found: inout [Account: LedgerAccount], by writer: inout ChainWriter
    ) {
        let amount = found[move.from]?.balance.amount ?? 0
        book(amount, move.from, to: move.to, as: move.id, at: move.at, on: &found, by: &writer)
    }

    private func book(
        _ amount: Int64, _ source: Account, to target: Account, as id: UUID, at now: Timestamp,
        on found: inout [Account: LedgerAccount], by writer: inout ChainWriter
    ) {
        guard amount > 0, var from = found[source] else { return }
        var to = found[target] ?? LedgerAccount(unused: target)
        let left = from.balance.transfer(-amount, id: id, with: target.uid, because: Self.reason, at: now)
        let came = to.balance.transfer(amount, id: id, with: source.uid, because: Self.reason, at: now)
        writer.add(left, to: &from.head)
        writer.add(came, to: &to.head)
        (found[source], found[target]) = (from, to)
    }

    private func book(
        _ one: Return, on found: inout [Account: LedgerAccount], by writer: inout ChainWriter
    ) -> [any Statement] {
        if let purse = one.purse {
            let missing = one.reward.amount - (found[one.account]?.balance.amount ?? 0)
            let there = min(missing, found[purse]?.balance.amount ?? 0)
            // Another entry's id, made of this one's.
            let id = UUID(bytes: BLAKE2b.hash(one.id.bytes, byteCount: 16)[...])!
            book(there, purse, to: one.account, as: id, at: one.at, on: &found, by: &writer)
        }
        var account = found[one.account] ?? LedgerAccount(unused: one.account)
        let taken = min(max(0, account.balance.amount), one.reward.amount)
        let reversed = one.reward.reversed(unrecovered: one.reward.amount - taken)
        if taken > 0 {
            let entry = account.balance.reverse(
                reversed, taking: taken, id: one.id, because: one.reason,
                at: one.at)
            writer.add(entry, for: reversed, to: &account.head)
            found[one.account] = account
        }
        return [ReverseReward(one.reward, unrecovered: reversed.unrecovered, at: one.at)]
    }
}
