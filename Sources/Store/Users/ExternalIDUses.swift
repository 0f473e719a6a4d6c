package import Postgres
package import Referrals
package import Values

/// The record of a user's external id as a way in.
package struct ExternalIDUse: Equatable, Sendable {
    private static let hourSeconds: Int64 = 3_600

    package let uid: UserID
    /// The id whose token was accepted here; nil for none.
    package let acceptedID: ExternalID?
    /// The hour in which a token was accepted last.
    package let usedAt: Timestamp?
    /// When a reset ended the id as a way in.
    package let endedAt: Timestamp?
    /// When the owner linked it again, with proof.
    package let linkedAt: Timestamp?
    /// When an e-mail was taken off the account while nothing else led into it.
    package let releasedAt: Timestamp?

    package init(
        uid: UserID, acceptedID: ExternalID? = nil, usedAt: Timestamp? = nil, endedAt: Timestamp? = nil,
        linkedAt: Timestamp? = nil, releasedAt: Timestamp? = nil
    ) {
        self.uid = uid
        self.acceptedID = acceptedID
        self.usedAt = usedAt
        self.endedAt = endedAt
        self.linkedAt = linkedAt
        self.releasedAt = releasedAt
    }

    /// Whether tokens with the id are rejected, until the owner links it.
    package var isEnded: Bool {
        guard let endedAt else { return false }
        return linkedAt.map { $0 <= endedAt } ?? true
    }

    /// No earlier than the last accepted token.
    package var usedBefore: Timestamp? { usedAt?.adding(seconds: Self.hourSeconds) }

    /// The start of a time's hour.
    package static func hour(of time: Timestamp) -> Timestamp {
        let length = hourSeconds * 1_000_000
        return Timestamp(microsecondsSince1970: time.microsecondsSince1970 / length * length)
    }
}

/// The records of these users; users without one are omitted.
package struct FindExternalIDUses: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT uid, external_id, used_at, ended_at, linked_at, released_at FROM external_id_uses
        WHERE uid = ANY ($1::uuid[])
        """
    package let parameters: Parameters
    package init(of uids: [UserID]) { parameters = Parameters(uids) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> ExternalIDUse {
        ExternalIDUse(
            uid: try row.readUserID(), acceptedID: try row.readOptional(ExternalID.init),
            usedAt: try row.readOptionalTimestamp(), endedAt: try row.readOptionalTimestamp(),
            linkedAt: try row.readOptionalTimestamp(), releasedAt: try row.readOptionalTimestamp())
    }
}

/// Since when uses are recorded.
package struct FindUseRecordingStart: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT applied_at FROM schema_migrations WHERE name = 'external_id_uses'"
    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Timestamp {
        try row.readTimestamp()
    }
}

/// Records that a token with a user's external id was accepted. An id that a reset has ended stays so.
package struct AcceptExternalID: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        INSERT INTO external_id_uses (uid, external_id, used_at) VALUES ($1, $2, $3)
        ON CONFLICT ON CONSTRAINT external_id_uses_pkey DO UPDATE SET external_id = excluded.external_id,
            used_at = excluded.used_at, released_at = NULL
        """
    package let parameters: Parameters

    package init(_ id: ExternalID, of uid: UserID, at now: Timestamp) {
        parameters = Parameters(uid, id.description, ExternalIDUse.hour(of: now))
    }
}

/// Records that the owner linked the external id with proof, even after a reset ended it.
package struct LinkExternalID: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        INSERT INTO external_id_uses (uid, external_id, used_at, linked_at) VALUES ($1, $2, $3, $4)
        ON CONFLICT ON CONSTRAINT external_id_uses_pkey DO UPDATE SET external_id = excluded.external_id,
            used_at = excluded.used_at, linked_at = excluded.linked_at, released_at = NULL
        """
    package let parameters: Parameters

    package init(_ id: ExternalID, of uid: UserID, at now: Timestamp) {
        parameters = Parameters(uid, id.description, ExternalIDUse.hour(of: now), now)
    }
}

/// Forgets that the owner linked the external id: one that a reset has ended is ended again.
package struct UnlinkExternalID: OfUser {
    package static let route = Route.oneShard
    package static let sql = "UPDATE external_id_uses SET linked_at = NULL WHERE uid = $1"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }
}

/// Ends a user's external id as a way in.
package struct EndExternalID: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        INSERT INTO external_id_uses (uid, ended_at) VALUES ($1, $2)
        ON CONFLICT ON CONSTRAINT external_id_uses_pkey DO UPDATE SET ended_at = excluded.ended_at
        """
    package let parameters: Parameters
    package init(of uid: UserID, at now: Timestamp) { parameters = Parameters(uid, now) }
}

/// Restores a user's external id as a way in to its state before a time.
package struct RestoreExternalID: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE external_id_uses SET ended_at = CASE WHEN ended_at < $2 THEN ended_at END,
            linked_at = CASE WHEN linked_at < $2 THEN linked_at END
        WHERE uid = $1
        """
    package let parameters: Parameters
    package init(of uid: UserID, before time: Timestamp) { parameters = Parameters(uid, time) }
}

/// Records that an e-mail was taken off an account that nothing else leads into.
package struct KeepRelease: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        INSERT INTO external_id_uses (uid, released_at) VALUES ($1, $2)
        ON CONFLICT ON CONSTRAINT external_id_uses_pkey DO UPDATE SET released_at = excluded.released_at
        """
    package let parameters: Parameters
    package init(of uid: UserID, at now: Timestamp) { parameters = Parameters(uid, now) }
}

/// Records the hours in which tokens were accepted again: an hour is written once, whichever process is
/// first.
package struct StampExternalIDUses: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE external_id_uses AS e SET used_at = used.at
        FROM unnest($1::uuid[], $2::timestamptz[]) AS used (uid, at)
        WHERE e.uid = used.uid AND e.used_at < used.at
        """
    package static let citusSQL = "\(sql) AND \(Shards.only("e.uid"))"
    package let parameters: Parameters

    package init(_ uses: [UserID: Timestamp]) {
        let uses = uses.sorted { $0.key < $1.key }
        parameters = Parameters(uses.map(\.key), uses.map { ExternalIDUse.hour(of: $0.value) })
    }
}

package struct DeleteExternalIDUse: OfUser {
    package static let route = Route.oneShard
    package static let sql = "DELETE FROM external_id_uses WHERE uid = $1"
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }
}
