package import Postgres
package import Values

/// An identity that was unlinked lately, and is still reserved for its user.
package struct UnlinkedIdentity: Equatable, Sendable {
    package let identity: IdentityRecord
    package let unlinkedAt: Timestamp

    package init(_ identity: IdentityRecord, at unlinkedAt: Timestamp) {
        self.identity = identity
        self.unlinkedAt = unlinkedAt
    }
}

/// The identities that are reserved for a user.
package struct FindUnlinkedIdentities: OfUser {
    package static let route = Route.oneShard
    package static let sql = """
        SELECT uid, provider, subject, email, linked_at, unlinked_at FROM unlinked_identities
        WHERE uid = $1 ORDER BY provider, subject
        """
    package let parameters: Parameters
    package init(of uid: UserID) { parameters = Parameters(uid) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UnlinkedIdentity {
        try row.readUnlinkedIdentity()
    }
}

/// Reservations that are over.
package struct FindFreeIdentities: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        SELECT uid, provider, subject, email, linked_at, unlinked_at FROM unlinked_identities
        WHERE unlinked_at < $1 AND (provider || ' ' || subject) <> ALL ($2::text[])
        ORDER BY unlinked_at LIMIT 100
        """
    package let parameters: Parameters

    /// - Parameter others: those that are left out, each as its provider and subject.
    package init(unlinkedBefore before: Timestamp, without others: [String] = []) {
        parameters = Parameters(before, others)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UnlinkedIdentity {
        try row.readUnlinkedIdentity()
    }
}

/// Reserves an identity that is unlinked now. Of one that is still reserved the first link counts.
package struct ReserveIdentity: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        INSERT INTO unlinked_identities (uid, provider, subject, email, linked_at, unlinked_at)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT ON CONSTRAINT unlinked_identities_pkey
            DO UPDATE SET unlinked_at = excluded.unlinked_at
        """
    package let parameters: Parameters

    package init(_ unlinked: UnlinkedIdentity) {
        let identity = unlinked.identity
        parameters = Parameters(
            identity.uid, identity.provider, identity.subject, identity.email, identity.createdAt,
            unlinked.unlinkedAt)
    }
}

/// Ends a reservation: the identity returns to its user, or becomes free.
package struct EndReservation: Statement {
    package static let route = Route.oneShard
    package static let sql =
        "DELETE FROM unlinked_identities WHERE uid = $1 AND provider = $2 AND subject = $3"
    package let parameters: Parameters

    package init(of identity: IdentityRecord) {
        parameters = Parameters(identity.uid, identity.provider, identity.subject)
    }
}

extension RowReader {
    fileprivate mutating func readUnlinkedIdentity() throws(PostgresError) -> UnlinkedIdentity {
        let identity = IdentityRecord(
            uid: try readUserID(), provider: try read(), subject: try read(), email: try read(),
            createdAt: try readTimestamp())
        return UnlinkedIdentity(identity, at: try readTimestamp())
    }
}
