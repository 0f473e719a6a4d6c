package import FoundationEssentials
package import Postgres

/// A reservation whose state says something else than the ledger's entries.
package struct BrokenReservation: Equatable, Sendable {
    package let uid: UUID
    package let id: UUID

    package init(uid: UUID, id: UUID) {
        self.uid = uid
        self.id = id
    }
}

/// Reservations without the redemption that took their amount, and those that were given back or not as their
/// state doesn't say.
package struct FindBrokenReservations: Statement {
    package static let query = """
        SELECT v.uid, v.id FROM reservations AS v
        LEFT JOIN ledger_entries AS e ON e.uid = v.uid AND e.id = v.id AND e.kind = 'redemption'
            AND e.currency = v.currency AND e.amount = -v.amount
        LEFT JOIN ledger_entries AS b ON b.uid = v.uid AND b.undoes = v.id AND b.kind = 'refund'
        WHERE e.id IS NULL OR (v.state = 'reserved' AND b.id IS NOT NULL)
            OR (v.state IN ('cancelled', 'expired') AND b.id IS NULL)
        """
    package static let route = Route.periodicWork
    package static let sql = query + " LIMIT $1"
    package let parameters: Parameters
    package init(limit: Int) { parameters = Parameters(Int64(limit)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> BrokenReservation {
        BrokenReservation(uid: try row.read(), id: try row.read())
    }
}
