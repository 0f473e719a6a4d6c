package import FoundationEssentials
package import Postgres

/// A reward that was paid, and that no entry was booked for.
package struct UnbookedReward: Equatable, Sendable {
    package let uid: UUID
    package let id: UUID

    package init(uid: UUID, id: UUID) {
        self.uid = uid
        self.id = id
    }
}

/// Rewards that were paid without their entry, those that were found first.
package struct FindUnbookedRewards: Statement {
    package static let query = """
        SELECT r.uid, r.id FROM rewards AS r
        WHERE r.status IN ('paid', 'reversed') AND NOT EXISTS (
            SELECT FROM ledger_entries AS e WHERE e.uid = r.uid AND e.id = r.id AND e.kind = 'grant')
        """
    package static let route = Route.periodicWork
    package static let sql = query + " LIMIT $1"
    package let parameters: Parameters
    package init(limit: Int) { parameters = Parameters(Int64(limit)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UnbookedReward {
        UnbookedReward(uid: try row.read(), id: try row.read())
    }
}
