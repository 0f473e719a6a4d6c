package import FoundationEssentials
package import Postgres
package import Values

/// The replacement of an erased text.
package enum ErasedText {
    package static let word = "erased"
}

/// Entries of a user with texts about the player by administrators, each with the previous seal. Texts of
/// rules stay.
package struct FindWrittenEntries: Statement {
    package typealias Row = (entry: StoredEntry, before: [UInt8]?)

    package static let route = Route.oneShard
    package static let sql = """
        SELECT \(EntryRow.columns), p.seal FROM ledger_entries AS e \(EntryRow.joinedRewards)
        LEFT JOIN ledger_entries AS p
            ON p.uid = e.uid AND p.currency = e.currency AND p.sequence = e.sequence - 1
        WHERE e.uid = $1 AND e.kind <> 'grant' AND e.reason <> '\(ErasedText.word)'
        ORDER BY e.currency, e.sequence LIMIT $2
        """
    package let parameters: Parameters
    package init(of uid: UserID, limit: Int) { parameters = Parameters(uid, Int64(limit)) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        (entry: try row.readStoredEntry(), before: try row.read())
    }
}

/// Replaces the reasons of entries, and keeps the key's word that they went so.
package struct EraseReasons: Statement {
    package static let route = Route.oneShard
    package static let sql = """
        UPDATE ledger_entries AS e SET reason = '\(ErasedText.word)', redaction = new.redaction
        FROM unnest($2::uuid[], $3::bytea[]) AS new (id, redaction) WHERE e.uid = $1 AND e.id = new.id
        """
    package let parameters: Parameters

    /// - Parameter entries: of this user, with their redactions.
    package init(of uid: UserID, in entries: [StoredEntry]) {
        parameters = Parameters(uid, entries.map(\.id), entries.map(\.redaction))
    }
}

/// Locks the audit's entries about a user, and those with one of these words in them; erased ones are left
/// out.
package struct LockAuditTexts: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT \(StoredAuditEntry.columns) FROM audit_entries
        WHERE detail <> '\(ErasedText.word)'
            AND (uid = $1 OR EXISTS (
                SELECT FROM unnest($2::text[]) AS word
                WHERE strpos(lower(concat_ws(' ', detail, before, after)), word) > 0))
        ORDER BY id FOR UPDATE
        """
    package let parameters: Parameters

    /// - Parameter words: in lower case: the uid, the e-mail and such.
    package init(of uid: UserID, naming words: [String]) { parameters = Parameters(uid, words) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> StoredAuditEntry {
        try StoredAuditEntry.read(&row)
    }
}

/// Replaces the texts of the audit's entries.
package struct EraseAuditTexts: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        UPDATE audit_entries AS a
        SET detail = '\(ErasedText.word)', before = NULL, after = NULL, mac = coalesce(new.mac, a.mac)
        FROM unnest($1::uuid[], $2::bytea[]) AS new (id, mac) WHERE a.id = new.id
        """
    package let parameters: Parameters

    /// - Parameter entries: each with its new MAC; nil where it keeps what it has.
    package init(_ entries: [(id: UUID, mac: [UInt8]?)]) {
        parameters = Parameters(entries.map(\.id), entries.map(\.mac))
    }
}

extension AuditEntry {
    /// The same without its text.
    package var erased: AuditEntry {
        AuditEntry(
            id: id, actor: actor, action: action, uid: uid, detail: ErasedText.word, createdAt: createdAt)
    }
}
