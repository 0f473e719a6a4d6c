package import Postgres
package import Store
package import Values

/// The differences of a transaction when rows are on several nodes.
extension Transaction {
    /// Whether a chain of referrers is followed by a statement for each step: none goes from shard to shard.
    package var followsChainsByStep: Bool { engine == .citus }

    /// Whether a statement costs a message to each node, so that fewer are better.
    package var isOverNodes: Bool { engine == .citus }

    /// The next links of chains that `FindChain` has given one link of; nil where it has given all of them.
    package func nextLinks(
        from uids: Set<UserID>, stepsMax: Int
    ) async throws(PostgresError) -> [FindChain.Row]? {
        guard followsChainsByStep, !uids.isEmpty else { return nil }
        return try await send(FindChain(from: uids, stepsMax: stepsMax))
    }

    /// Reads a payee's stored data in the transaction's snapshot. On Citus each node takes its own snapshot
    /// while no writer is in flight, because a writer might be visible on one node and not yet on another.
    package func readFirst<S: Statement>(
        _ statement: S, of payee: UserID, through pool: PostgresPool
    ) async throws(PostgresError) -> [S.Row] {
        guard isOverNodes else { return try await send(statement) }
        return try await pool.transaction { others throws(PostgresError) in
            _ = try await others.send(others.visit(payee), OrderPayments([payee]))
            let everywhere = ListReferees(of: payee, before: nil, limit: 1)
            return try await send(statement, everywhere).0
        }
    }
}
