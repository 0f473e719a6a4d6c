internal import Batching
package import FoundationEssentials
internal import Store
package import Values

/// A session as its user sees it.
package struct KnownSession: Equatable, Sendable {
    private static let hourSeconds: Int64 = 3_600

    package let sid: UUID
    /// The kind of device, in a word or two; nil if unknown.
    package let device: String?
    package let createdAt: Timestamp
    /// When it was opened or refreshed last, to the hour.
    package let lastUsedAt: Timestamp
    package let expiresAt: Timestamp

    init(_ record: SessionRecord) {
        sid = record.sid
        device = record.device
        createdAt = record.createdAt
        expiresAt = record.expiresAt
        let used = (record.rotatedAt ?? record.createdAt).secondsSince1970
        lastUsedAt = Timestamp(microsecondsSince1970: used / Self.hourSeconds * Self.hourSeconds * 1_000_000)
    }
}
