package import Postgres
package import Referrals
package import Values

/// Users who are watched or blocked, and their status.
package struct ListUserStandings: Statement {
    package typealias Row = (uid: UserID, standing: UserStanding)

    package static let route = Route.coordinator
    package static let sql = "SELECT uid, standing FROM user_standings"

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (uid: try row.readUserID(), standing: try row.readValue(UserStanding.init(rawValue:)))
    }
}

/// A page of the users of a standing, newest first.
package struct ListUsersOfStanding: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT uid FROM user_standings WHERE standing = $1 AND uid < coalesce($2, \(PageEnds.uuid))
        ORDER BY uid DESC LIMIT $3
        """
    package let parameters: Parameters

    package init(_ standing: UserStanding, before: UserID?, limit: Int) {
        parameters = Parameters(standing.rawValue, before?.uuid, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID {
        try row.readUserID()
    }
}

/// A user's moderation status and its reason, locked until the transaction ends; nothing for one in good
/// standing.
package struct LockUserStanding: OfUser {
    package typealias Row = (standing: UserStanding, reason: String)

    package static let route = Route.coordinator
    package static let sql = """
        SELECT s.standing, s.reason
        FROM (SELECT pg_advisory_xact_lock(hashtextextended('shipmate standings', 0))) AS l, user_standings AS s
        WHERE s.uid = $1
        """
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (standing: try row.readValue(UserStanding.init(rawValue:)), reason: try row.read())
    }
}

/// Writes what is thought of a user, when it isn't good.
package struct SetUserStanding: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO user_standings (uid, standing, reason, changed_at, changed_by) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT ON CONSTRAINT user_standings_pkey DO UPDATE SET standing = excluded.standing,
            reason = excluded.reason, changed_at = excluded.changed_at, changed_by = excluded.changed_by
        """
    package let parameters: Parameters

    package init(
        _ standing: UserStanding, of uid: UserID, because reason: String, at now: Timestamp, by actor: String
    ) {
        parameters = Parameters(uid, standing.rawValue, reason, now, actor)
    }
}

/// Thinks well of a user again.
package struct DeleteUserStanding: OfUser {
    package static let route = Route.coordinator
    package static let sql = "DELETE FROM user_standings WHERE uid = $1"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }
}

/// Forgets why a user is thought of as it is.
package struct EraseStandingReason: OfUser {
    package static let route = Route.coordinator
    package static let sql = "UPDATE user_standings SET reason = 'erased' WHERE uid = $1"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }
}

/// Tells every process what is thought of a user, as soon as the transaction commits.
package struct TellOfStanding: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT pg_notify('\(Channels.standings)', $1)::text"
    package let parameters: Parameters

    package init(_ standing: UserStanding, of uid: UserID) {
        parameters = Parameters("\(uid)=\(standing.rawValue)")
    }
}
