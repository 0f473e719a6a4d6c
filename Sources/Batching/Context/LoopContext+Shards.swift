package import Postgres
internal import Store
package import Values

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
}
