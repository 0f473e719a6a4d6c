package import Postgres
package import Referrals
package import Values

/// The next facts of users who follow each other, in the order of their uids and then as they were
/// recorded.
package struct WalkFacts: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        SELECT e.uid, e.received_at, \(FactOrder.number), e.id, e.type,
            \(FactColumns.all.map { "e.\($0.name)" }.joined(separator: ", "))
        FROM events AS e
        WHERE e.uid >= $1 AND e.uid <= $2 AND (e.uid, \(FactOrder.number), e.id) > ($1, $3, $4)
        ORDER BY e.uid, \(FactOrder.number), e.id LIMIT $5
        """
    package let parameters: Parameters

    package init(after: RecordedFact.Position, upTo last: UserID, limit: Int) {
        parameters = Parameters(after.uid, last, after.number.value, after.id, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> RecordedFact {
        let position = RecordedFact.Position(
            uid: try row.readUserID(), receivedAt: try row.readTimestamp(),
            number: FactNumber(try row.read()), id: try row.read())
        let type = try row.readValue(EventType.init(rawValue:))
        return RecordedFact(try row.readFact(type), at: position)
    }
}

/// Those among consecutive users that have a fact with the time of their referral.
package struct FindLateReferrals: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        SELECT DISTINCT e.uid FROM events AS e
        WHERE e.uid >= $1 AND e.uid <= $2 AND e.type = 'referrer_recorded'
        """
    package let parameters: Parameters
    package init(from first: UserID, upTo last: UserID) { parameters = Parameters(first, last) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID {
        try row.readUserID()
    }
}
