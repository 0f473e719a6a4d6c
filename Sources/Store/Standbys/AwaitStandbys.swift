package import Postgres
package import Values

/// Has its transaction's end wait until synchronous standbys have all that was committed before it.
///
/// A commit waits for them only if its transaction has a number and has written to the log
/// (`RecordTransactionCommit` in PostgreSQL's xact.c), so a transaction that only reads doesn't. But what it
/// reads may be missing on the standbys: after a crash, recovery makes commits visible that were waiting.
/// A message in the log gives the transaction both. Without synchronous standbys nothing is written.
package struct AwaitStandbys: Statement {
    package static let route = Route.oneShard
    // One PostgreSQL has standbys for all rows. It names the users only because Citus does.
    package static let sql = """
        SELECT FROM pg_logical_emit_message(true, 'shipmate', '')
        WHERE current_setting('synchronous_standby_names') <> '' AND $1::uuid[] IS NOT NULL
        """
    // Each node has standbys of its own. The condition depends on the row, so that the coordinator, whose
    // setting may differ, can't decide it.
    package static let citusSQL = """
        SELECT CASE WHEN current_setting('synchronous_standby_names', uid IS NULL) <> ''
            THEN pg_logical_emit_message(true, 'shipmate', '') END
        FROM users WHERE uid = ANY ($1::uuid[])
        """
    package let parameters: Parameters

    /// - Parameter uids: users whose rows were read.
    package init(_ uids: Set<UserID>) {
        parameters = Parameters(uids.sorted())
    }
}
