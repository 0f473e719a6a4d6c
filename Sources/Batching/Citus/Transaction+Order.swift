package import Postgres
internal import Store
package import Values

extension Transaction {
    /// Has it wait, on Citus, for others that write to what any of these users are given: for all at once,
    /// before the next statements. With nobody it merely keeps no others from writing to several shards.
    package func order<Payees: Sequence<UserID>>(_ payees: @autoclosure () -> Payees) {
        guard engine == .citus else { return }
        let payees = Set(payees())
        if isFresh, let one = payees.first { prepend([visit(one)]) }
        prepend([OrderPayments(payees)])
    }

    /// Has Citus give it a number, as it does with a first statement that goes to a shard.
    ///
    /// Its search for deadlocks takes all transactions without one for one and the same. Two of those at a
    /// payee's lock, one with somebody waiting behind it and one that is waited for, are a circle then that
    /// isn't there.
    func visit(_ uid: UserID) -> some Statement {
        FindUsersByID([uid])
    }
}
