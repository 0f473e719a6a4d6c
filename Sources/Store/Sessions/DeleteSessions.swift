package import FoundationEssentials
package import Postgres
package import Values

/// Ends one session.
package struct DeleteSession: Statement {
    package static let route = Route.oneShard
    package static let sql = "DELETE FROM sessions WHERE uid = $1 AND sid = $2"
    package let parameters: Parameters
    package init(uid: UserID, sid: UUID) { parameters = Parameters(uid, sid) }
}

/// Ends the sessions of a user beyond a number of them: those that were refreshed least recently.
package struct DeleteSurplusSessions: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        DELETE FROM sessions WHERE uid = $1 AND sid IN
            (SELECT sid FROM sessions WHERE uid = $1 ORDER BY expires_at DESC, sid DESC OFFSET $2)
        """
    package let parameters: Parameters
    package init(of uid: UserID, keptMax: Int64) { parameters = Parameters(uid, keptMax) }
}

/// The sessions of these users, and whose each is.
package struct FindSessionsOfUsers: Statement {
    package typealias Row = (uid: UserID, sid: UUID)

    package static let route = Route.oneShard
    package static let sql = "SELECT uid, sid FROM sessions WHERE uid = ANY ($1::uuid[])"
    package let parameters: Parameters
    package init(_ uids: [UserID]) { parameters = Parameters(uids) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (uid: try row.readUserID(), sid: try row.read())
    }
}

/// Ends every session of these users.
package struct DeleteSessionsOfUsers: Statement {
    package static let route = Route.oneShard
    package static let sql = "DELETE FROM sessions WHERE uid = ANY ($1::uuid[])"
    package let parameters: Parameters
    package init(_ uids: [UserID]) { parameters = Parameters(uids) }
}
