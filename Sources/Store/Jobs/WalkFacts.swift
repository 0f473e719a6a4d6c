package import Postgres
package import Referrals
package import Values

/// The next facts of users who follow each other, in the order of their uids and then of time.
package struct WalkFacts: Statement {
    package static let sql = """
        SELECT e.uid, e.received_at, e.id, e.type, \(FactColumns.all.map { "e.\($0.name)" }.joined(separator: ", "))
        FROM events AS e
        WHERE e.uid >= $1 AND e.uid <= $2 AND (e.uid, e.received_at, e.id) > ($1, $3, $4)
        ORDER BY e.uid, e.received_at, e.id LIMIT $5
        """
    let after: RecordedFact.Position
    let last: UserID
    let limit: Int

    package init(after: RecordedFact.Position, upTo last: UserID, limit: Int) {
        self.after = after
        self.last = last
        self.limit = limit
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(after.uid)
        parameters.add(last)
        parameters.add(after.receivedAt)
        parameters.add(after.id)
        parameters.add(Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> RecordedFact {
        let position = RecordedFact.Position(
            uid: try row.readUserID(), receivedAt: try row.readTimestamp(), id: try row.read())
        let type = try row.readValue(EventType.init(rawValue:))
        return RecordedFact(try row.readFact(type), at: position)
    }
}

/// Those among users who follow each other for whom a fact says when the referrer was recorded.
package struct FindLateReferrals: Statement {
    package static let sql = """
        SELECT DISTINCT e.uid FROM events AS e
        WHERE e.uid >= $1 AND e.uid <= $2 AND e.type = 'referrer_recorded'
        """
    let (first, last): (UserID, UserID)

    package init(from first: UserID, upTo last: UserID) {
        self.first = first
        self.last = last
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(first)
        parameters.add(last)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID {
        try row.readUserID()
    }
}
