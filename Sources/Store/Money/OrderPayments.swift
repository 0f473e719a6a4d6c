package import Postgres
package import Values

/// Has this transaction wait for others that write to what the same users are paid, for Citus: a statement
/// about rows of several nodes locks them on each at the same time, in no order.
///
/// The coordinator, through which all go, has these locks: they are taken in one order. Whoever locks rows of
/// several payees takes theirs before, once and after all rows that it needs of those whose facts it judges;
/// it need not be the only one then to write to a shard, which Citus would have it otherwise.
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
