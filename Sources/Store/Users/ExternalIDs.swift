package import Postgres
package import Referrals
package import Values

/// The users of these external ids; unknown ones are omitted.
package struct FindExternalIDs: Statement {
    package typealias Row = (id: ExternalID, uid: UserID)

    package static let route = Route.oneShard
    package static let sql = "SELECT external_id, uid FROM external_ids WHERE external_id = ANY ($1::text[])"
    package let parameters: Parameters
    package init(_ ids: [ExternalID]) { parameters = Parameters(ids.map(\.description)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (id: try row.readValue(ExternalID.init), uid: try row.readUserID())
    }
}

/// Claims external ids, and returns those that were free. A claim in progress elsewhere is waited for.
package struct InsertExternalIDs: Statement {
    package static let route = Route.eachRow
    package static let sql = """
        INSERT INTO external_ids (external_id, uid) SELECT * FROM unnest($1::text[], $2::uuid[])
        ON CONFLICT ON CONSTRAINT external_ids_pkey DO NOTHING RETURNING external_id
        """
    package let parameters: Parameters

    package init(_ ids: [ExternalID: UserID]) {
        let ids = ids.sorted { $0.key < $1.key }
        parameters = Parameters(ids.map(\.key.description), ids.map(\.value))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ExternalID {
        try row.readValue(ExternalID.init)
    }
}

/// Frees an external id; who does tells of it.
package struct DeleteExternalID: Statement {
    package static let route = Route.oneShard
    package static let sql = "DELETE FROM external_ids WHERE external_id = $1 AND uid = $2"
    package let parameters: Parameters
    package init(_ id: ExternalID, of uid: UserID) { parameters = Parameters(id.description, uid) }
}

/// Makes every process forget an external id's user, when the transaction commits.
package struct NotifyExternalIDChanged: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT pg_notify('\(Channels.externalIDs)', $1)::text"
    package let parameters: Parameters
    package init(_ id: ExternalID) { parameters = Parameters(id.description) }
}

/// Writes what a user is known by, or that it is by nothing any more.
package struct SetExternalID: Statement {
    package static let route = Route.oneShard
    package static let sql = "UPDATE users AS u SET external_id = $2 WHERE u.uid = $1"
    package let parameters: Parameters
    package init(_ id: ExternalID?, of uid: UserID) { parameters = Parameters(uid, id?.description) }
}
