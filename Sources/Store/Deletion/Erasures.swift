package import Postgres
package import Values

/// The state of a user's deletion.
package struct Erasure: Equatable, Sendable {
    package let uid: UserID
    package let askedAt: Timestamp
    /// When there is something to do for it next; nil when all is done.
    package let dueAt: Timestamp?
    /// When the user became a tombstone; until then signing in takes the wish back.
    package let erasedAt: Timestamp?

    package init(uid: UserID, askedAt: Timestamp, dueAt: Timestamp?, erasedAt: Timestamp? = nil) {
        self.uid = uid
        self.askedAt = askedAt
        self.dueAt = dueAt
        self.erasedAt = erasedAt
    }

    static let columns = "e.uid, e.asked_at, e.due_at, e.erased_at"
}

extension RowReader {
    mutating func readErasure() throws(PostgresError) -> Erasure {
        Erasure(
            uid: try readUserID(), askedAt: try readTimestamp(), dueAt: try readOptionalTimestamp(),
            erasedAt: try readOptionalTimestamp())
    }
}

/// Keeps the wishes of these users to leave; one that was there stays, and is due at the earlier time.
package struct AskErasures: Statement {
    package static let route = Route.eachRow
    package static let sql = """
        INSERT INTO erasures AS e (uid, asked_at, due_at)
        SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[])
        ON CONFLICT ON CONSTRAINT erasures_pkey DO UPDATE SET due_at = least(e.due_at, excluded.due_at)
        RETURNING \(Erasure.columns)
        """
    package let parameters: Parameters

    package init(_ wishes: [Erasure]) {
        let wishes = wishes.sorted(on: \.uid)
        parameters = Parameters(wishes.map(\.uid), wishes.map(\.askedAt), wishes.map(\.dueAt))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Erasure {
        try row.readErasure()
    }
}

/// Takes a wish to leave back, as signing in does.
package struct CancelErasure: OfUser {
    package static let route = Route.oneShard
    package static let sql = "DELETE FROM erasures WHERE uid = $1 AND erased_at IS NULL"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }
}

/// A user's pending deletion, if any, locked until the transaction ends.
package struct LockErasure: OfUser {
    package static let route = Route.oneShard
    package static let sql = "SELECT \(Erasure.columns) FROM erasures AS e WHERE e.uid = $1 FOR UPDATE"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Erasure {
        try row.readErasure()
    }
}

/// The wishes of these users, and what became of them.
package struct FindErasures: Statement {
    package static let route = Route.oneShard
    package static let sql = "SELECT \(Erasure.columns) FROM erasures AS e WHERE e.uid = ANY ($1::uuid[])"
    package let parameters: Parameters
    package init(of uids: [UserID]) { parameters = Parameters(uids) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Erasure {
        try row.readErasure()
    }
}

/// Keeps how far an erasure has come.
package struct SetErasure: Statement {
    package static let route = Route.oneShard
    package static let sql = "UPDATE erasures SET due_at = $2, erased_at = $3 WHERE uid = $1"
    package let parameters: Parameters
    package init(_ erasure: Erasure) { parameters = Parameters(erasure.uid, erasure.dueAt, erasure.erasedAt) }
}
