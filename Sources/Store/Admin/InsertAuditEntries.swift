package import FoundationEssentials
package import Postgres
package import Values

/// Administrators' actions.
package struct AuditEntry: Equatable, Sendable {
    package let id: UUID
    /// The name and id of the key used, or the command's user.
    package let actor: String
    package let action: String
    package let uid: UserID?
    package let detail: String
    package let createdAt: Timestamp
    /// The state before and after it, as JSON.
    package let before: String?
    package let after: String?

    package init(
        id: UUID, actor: String, action: String, uid: UserID?, detail: String, createdAt: Timestamp,
        before: String? = nil, after: String? = nil
    ) {
        self.id = id
        self.actor = actor
        self.action = action
        self.uid = uid
        self.detail = detail
        self.createdAt = createdAt
        self.before = before
        self.after = after
    }
}

/// The id of an entry, if it is there.
package struct FindAuditEntryID: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT id FROM audit_entries WHERE id = $1"
    package let parameters: Parameters
    package init(_ id: UUID) { parameters = Parameters(id) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> UUID {
        try row.read()
    }
}

package struct InsertAuditEntries: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        INSERT INTO audit_entries (id, actor, action, uid, detail, created_at, before, after, mac)
        SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::timestamptz[],
            $7::text[], $8::text[], $9::bytea[])
        """
    package let parameters: Parameters

    /// - Parameter mac: of an entry; nil without a ledger key.
    package init(_ entries: [AuditEntry], mac: (AuditEntry) -> [UInt8]?) {
        parameters = Parameters(
            entries.map(\.id), entries.map(\.actor), entries.map(\.action), entries.map(\.uid),
            entries.map(\.detail), entries.map(\.createdAt), entries.map(\.before), entries.map(\.after),
            entries.map(mac))
    }
}
