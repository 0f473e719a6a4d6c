internal import FoundationEssentials
internal import Postgres
package import Referrals
package import Values

extension WebhookDelivery {
    static let columns = """
        position, day - date '1970-01-01', change, type, subject, state, attempts, created_at, due_at, is_replay,
        attempted_at, status, failure, reply
        """

    static func decode(_ row: inout RowReader) throws(PostgresError) -> WebhookDelivery {
        let cursor = ChangeCursor(position: try row.read(), day: try row.read())
        return WebhookDelivery(
            cursor: cursor, change: try row.read(), type: try row.read(),
            subject: try row.readOptionalUserID(),
            state: DeliveryState(rawValue: try row.read()) ?? .failed, attempts: try row.read(),
            createdAt: try row.readTimestamp(), dueAt: try row.readOptionalTimestamp(),
            isReplay: try row.read(), attempt: try decodeAttempt(&row))
    }

    private static func decodeAttempt(_ row: inout RowReader) throws(PostgresError) -> Attempt? {
        let at = try row.readOptionalTimestamp()
        let (status, failure, reply): (Int32?, String?, String?) = (
            try row.read(), try row.read(), try row.read()
        )
        return at.map { Attempt(at: $0, status: status, failure: failure, reply: reply) }
    }
}

/// A delivery that is to be sent, with its change.
package struct DueDelivery: Sendable {
    package let change: StoredChange
    /// Those that were made before.
    package let attempts: Int32
    package let createdAt: Timestamp
    package let isReplay: Bool

    package init(change: StoredChange, attempts: Int32, createdAt: Timestamp, isReplay: Bool) {
        self.change = change
        self.attempts = attempts
        self.createdAt = createdAt
        self.isReplay = isReplay
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> DueDelivery {
        DueDelivery(
            change: try StoredChange.decode(&row), attempts: try row.read(),
            createdAt: try row.readTimestamp(), isReplay: try row.read())
    }
}
