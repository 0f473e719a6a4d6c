internal import Forms
package import FoundationEssentials
internal import JSON
package import Postgres
package import Referrals
package import Values

/// Records a change that waits; nothing if its id is taken.
package struct InsertPendingChange: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO pending_changes (id, kind, made_at, made_by, operator, rule, version, terms, rule_state,
            uid, currency, amount, reason, trial, former_state)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8::text::jsonb, $9, $10, $11, $12, $13, $14, $15)
        ON CONFLICT DO NOTHING RETURNING id
        """
    package let parameters: Parameters

    package init(_ pending: PendingChange) {
        let columns = PendingChangeColumns(pending.change)
        parameters = Parameters(
            pending.id, pending.change.kind.rawValue, pending.madeAt, pending.madeBy, pending.operatorID,
            columns.rule, columns.version, columns.terms, columns.ruleState, columns.posting?.account.uid,
            columns.posting?.account.currency.description, columns.posting?.amount, columns.posting?.reason,
            pending.trial, columns.formerState)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UUID { try row.read() }
}

package struct FindPendingChange: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT \(PendingChangeColumns.names) FROM pending_changes WHERE id = $1"
    package let parameters: Parameters
    package init(_ id: UUID) { parameters = Parameters(id) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> PendingChange {
        try row.readPendingChange()
    }
}

/// Those that wait, oldest first.
package struct ListWaitingChanges: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT \(PendingChangeColumns.names) FROM pending_changes WHERE state = 'waiting'
        ORDER BY made_at, id LIMIT $1
        """
    package let parameters: Parameters
    package init(limit: Int) { parameters = Parameters(Int64(limit)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> PendingChange {
        try row.readPendingChange()
    }
}

/// Locks those that wait until the transaction ends, and returns their ids.
package struct LockWaitingChanges: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT id FROM pending_changes WHERE id = ANY ($1::uuid[]) AND state = 'waiting'
        ORDER BY id FOR UPDATE
        """
    package let parameters: Parameters
    package init(_ ids: [UUID]) { parameters = Parameters(ids) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UUID { try row.read() }
}

/// Ends changes that wait, and returns their ids.
package struct DecidePendingChanges: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE pending_changes AS p SET state = $3, decided_at = $4, decided_by = d.actor
        FROM unnest($1::uuid[], $2::text[]) AS d (id, actor)
        WHERE p.id = d.id AND p.state = 'waiting' RETURNING p.id
        """
    package let parameters: Parameters

    /// - Parameter approvals: with the operator who decided on each.
    package init(_ approvals: [Approval], as state: PendingChange.State, at now: Timestamp) {
        parameters = Parameters(approvals.map(\.id), approvals.map(\.decidedBy), state.rawValue, now)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UUID { try row.read() }
}

/// Erases what was proposed for a player.
package struct DeletePendingChanges: Statement {
    package static let route = Route.coordinator
    package static let sql = "DELETE FROM pending_changes WHERE uid = $1"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }
}
