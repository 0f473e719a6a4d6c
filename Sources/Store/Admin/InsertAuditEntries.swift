package import FoundationEssentials
package import Postgres
package import Values

/// Who did what by hand.
package struct AuditEntry: Equatable, Sendable {
    package let id: UUID
    /// The name and id of the key used, or the command's user.
    package let actor: String
    package let action: String
    package let uid: UserID?
    package let detail: String
    package let createdAt: Timestamp
    /// What it found and what it left, as JSON.
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

package struct InsertAuditEntries: Statement {
    package static let sql = """
        INSERT INTO audit_entries (id, actor, action, uid, detail, created_at, before, after, mac)
        SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::uuid[], $5::text[], $6::timestamptz[],
            $7::text[], $8::text[], $9::bytea[])
        """
    let entries: [AuditEntry]
    let macs: [[UInt8]?]

    /// - Parameter mac: of an entry; nil without a ledger key.
    package init(_ entries: [AuditEntry], mac: (AuditEntry) -> [UInt8]?) {
        self.entries = entries
        macs = entries.map(mac)
    }

    package func bind(to parameters: inout Parameters) {
        parameters.add(entries.map(\.id))
        parameters.add(entries.map(\.actor))
        parameters.add(entries.map(\.action))
        parameters.add(entries.map(\.uid))
        parameters.add(entries.map(\.detail))
        parameters.add(entries.map(\.createdAt))
        parameters.add(entries.map(\.before))
        parameters.add(entries.map(\.after))
        parameters.add(macs)
    }
}
