package import Postgres
internal import Store
public import Values

extension LoopContext {
    /// Has a transaction's next statements find these users locked, on Citus: shard by shard, in order. A
    /// statement about users of several nodes locks them on each at the same time.
    package func lockInOrder(_ uids: some Sequence<UserID>, in transaction: Transaction) {
        guard let shards else { return }
        let parts = Dictionary(grouping: Set(uids), by: shards.shard(of:))
        guard parts.count > 1 else { return }
        transaction.order(Set())
        transaction.prepend(parts.sorted { $0.key < $1.key }.map { LockUsers($0.value) })
    }

    /// The users of each shard, in order: together their rows would be locked in any order. Nil if all are
    /// of one.
    package func byShard(_ uids: some Sequence<UserID>) -> [Set<UserID>]? {
        guard let shards else { return nil }
        let parts = Dictionary(grouping: uids, by: shards.shard(of:))
        return parts.count > 1 ? parts.sorted { $0.key < $1.key }.map { Set($0.value) } : nil
    }

    /// Whether the rows of one are on another shard than those of the other.
    package func areApart(_ one: UserID, _ other: UserID) -> Bool {
        guard let shards, one != other else { return false }
        return shards.shard(of: one) != shards.shard(of: other)
    }

    /// The lock of `Transaction.order`, as a statement in a pipeline; none if it isn't needed.
    package func ordering(_ payees: some Sequence<UserID>) -> [any Statement] {
        shards == nil ? [] : [OrderPayments(payees)]
    }

    @usableFromInline func shard<Command>(of user: ((Command) -> UserID?)?) -> ((Command) -> Int)? {
        guard let shards, let user else { return nil }
        return { command in user(command).map(shards.shard(of:)) ?? ShardMap.unknown }
    }
}
