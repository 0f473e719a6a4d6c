package import Postgres
package import Referrals
package import Values

/// Whom these external ids name; those of nobody are left out.
package struct FindExternalIDs: Statement {
    package typealias Row = (id: ExternalID, uid: UserID)

    package static let sql = "SELECT external_id, uid FROM external_ids WHERE external_id = ANY ($1::text[])"
    let ids: [ExternalID]

    package init(_ ids: [ExternalID]) {
        self.ids = ids
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(ids.map(\.description))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (id: try row.readValue(ExternalID.init), uid: try row.readUserID())
    }
}

/// Claims external ids, and returns those that were free. A claim in progress elsewhere is waited for.
package struct InsertExternalIDs: Statement {
    package static let sql = """
        INSERT INTO external_ids (external_id, uid) SELECT * FROM unnest($1::text[], $2::uuid[])
        ON CONFLICT ON CONSTRAINT external_ids_pkey DO NOTHING RETURNING external_id
        """
    let ids: [(key: ExternalID, value: UserID)]

    package init(_ ids: [ExternalID: UserID]) {
        self.ids = ids.sorted { $0.key < $1.key }
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(ids.map(\.key.description))
        parameters.add(ids.map(\.value))
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ExternalID {
        try row.readValue(ExternalID.init)
    }
}

/// Frees an external id; who does tells of it.
package struct DeleteExternalID: Statement {
    package static let sql = "DELETE FROM external_ids WHERE external_id = $1 AND uid = $2"
    let id: ExternalID
    let uid: UserID

    package init(_ id: ExternalID, of uid: UserID) {
        self.id = id
        self.uid = uid
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(id.description)
        parameters.add(uid)
    }
}

/// Has every process forget whom an external id named, as soon as the transaction commits.
package struct TellOfExternalID: Statement {
    package static let sql = "SELECT pg_notify('\(Channels.externalIDs)', $1)::text"
    let id: ExternalID

    package init(_ id: ExternalID) {
        self.id = id
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(id.description)
    }
}

/// Writes what a user is known by, or that it is by nothing any more.
package struct SetExternalID: Statement {
    package static let sql = "UPDATE users AS u SET external_id = $2 WHERE u.uid = $1"
    let uid: UserID
    let id: ExternalID?

    package init(_ id: ExternalID?, of uid: UserID) {
        self.uid = uid
        self.id = id
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(uid)
        parameters.add(id?.description)
    }
}
