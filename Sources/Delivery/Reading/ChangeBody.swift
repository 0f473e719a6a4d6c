internal import Forms
package import JSON
package import Referrals

/// A change as all readers get it.
package struct ChangeBody: JSONEncodable {
    /// Of the form of changes; a member's meaning never changes within one.
    private static let version: Int64 = 1

    private let row: StoredChange

    package init(_ row: StoredChange) {
        self.row = row
    }

    package func encode(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", row.id)
            writer.member("type", row.type)
            writer.member("timestamp", row.occurredAt)
            writer.member("subject", row.subject)
            writer.key("sequence")
            if let sequence = row.sequence { writer.integer(sequence) } else { writer.null() }
            writer.member("api", Self.version)
            writer.key("data")
            writer.raw(Array(row.payload.utf8))
        }
    }
}
