package import Postgres
package import Referrals
package import Values

/// Users who are watched or blocked, and their status.
package struct ListModeratedUsers: Statement {
    package typealias Row = (uid: UserID, status: ModerationStatus)

    package static let route = Route.coordinator
    package static let sql = "SELECT uid, standing FROM user_standings"

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (uid: try row.readUserID(), status: try row.readValue(ModerationStatus.init(rawValue:)))
    }
}

/// A page of the users with a moderation status, newest first.
package struct ListUsersOfStatus: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT uid FROM user_standings WHERE standing = $1 AND uid < coalesce($2, \(PageEnds.uuid))
        ORDER BY uid DESC LIMIT $3
        """
    package let parameters: Parameters

    package init(_ status: ModerationStatus, before: UserID?, limit: Int) {
        parameters = Parameters(status.rawValue, before?.uuid, Int64(limit))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UserID {
        try row.readUserID()
    }
}

/// A user's moderation status and its reason, locked until the transaction ends; nothing for one with
/// the status good.
package struct LockModerationStatus: OfUser {
    package typealias Row = (status: ModerationStatus, reason: String)

    package static let route = Route.coordinator
    package static let sql = """
        SELECT s.standing, s.reason
        FROM (SELECT pg_advisory_xact_lock(hashtextextended('shipmate standings', 0))) AS l,
            user_standings AS s
        WHERE s.uid = $1
        """
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (status: try row.readValue(ModerationStatus.init(rawValue:)), reason: try row.read())
    }
}

/// Writes a user's status other than good.
package struct SetModerationStatus: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO user_standings (uid, standing, reason, changed_at, changed_by) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT ON CONSTRAINT user_standings_pkey DO UPDATE SET standing = excluded.standing,
            reason = excluded.reason, changed_at = excluded.changed_at, changed_by = excluded.changed_by
        """
    package let parameters: Parameters

    package init(
        _ status: ModerationStatus, of uid: UserID, because reason: String, at now: Timestamp,
        by actor: String
    ) {
        parameters = Parameters(uid, status.rawValue, reason, now, actor)
    }
}

/// Resets a user's status to good.
package struct DeleteModerationStatus: OfUser {
    package static let route = Route.coordinator
    package static let sql = "DELETE FROM user_standings WHERE uid = $1"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }
}

/// Erases the reason of a user's status.
package struct EraseModerationReason: OfUser {
    package static let route = Route.coordinator
    package static let sql = "UPDATE user_standings SET reason = 'erased' WHERE uid = $1"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }
}

/// Notifies every process of a user's new status, as soon as the transaction commits.
package struct NotifyModerationChanged: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT pg_notify('\(Channels.moderation)', $1)::text"
    package let parameters: Parameters

    package init(_ status: ModerationStatus, of uid: UserID) {
        parameters = Parameters("\(uid)=\(status.rawValue)")
    }
}
