package import Postgres
internal import Store
package import Values

extension Transaction {
    /// On Citus, waits for other transactions that write to these users' rewards: for all at once, before
    /// the next statements. Without users it only excludes transactions that write to several shards.
    package func order<Payees: Sequence<UserID>>(_ payees: @autoclosure () -> Payees) {
        guard engine == .citus else { return }
        let payees = Set(payees())
        if isFresh, let one = payees.first { prepend([visit(one)]) }
        prepend([OrderPayments(payees)])
    }

    /// Has Citus give it a number, as it does with a first statement that goes to a shard.
    ///
    /// Citus' deadlock detection treats all transactions without one as the same. Two of those at a payee's
    /// lock, one waited for and one waiting, then look like a circle.
    func visit(_ uid: UserID) -> some Statement {
        FindUsersByID([uid])
    }
}
