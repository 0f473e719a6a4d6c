internal import Postgres
internal import Store
internal import Values

extension Transaction {
    /// Has it wait, on Citus, for others that write to what any of these users are given: for all at once,
    /// before the next statements. With nobody it merely keeps no others from writing to several shards.
    func order<Payees: Sequence<UserID>>(_ payees: @autoclosure () -> Payees) {
        guard engine == .citus else { return }
        prepend([OrderPayments(payees())])
    }
}
