package import Postgres
package import Values

/// Waits for other transactions that write to the same users' rewards, for Citus. A statement about rows of
/// several nodes locks them on each at the same time, without an order.
///
/// All statements pass the coordinator, which has these locks: they are taken in one order. A transaction
/// that locks rows of several payees takes the locks before, once, and after all other rows that it needs.
/// Then it need not be the only writer of a shard, which Citus would require otherwise.
package struct OrderPayments: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT set_config('citus.enable_deadlock_prevention', 'off', true),
            count(pg_advisory_xact_lock(hashtextextended(payee::text, 2011)))
        FROM unnest($1::uuid[]) AS p (payee)
        """
    package let parameters: Parameters
    package init(_ payees: some Sequence<UserID>) { parameters = Parameters(payees.sorted()) }
}
