package import Postgres
internal import Referrals
package import Values

/// Removes what an erased player's changes left at webhooks. To be sent before `DeleteChanges`.
package struct DeleteDeliveries: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        DELETE FROM deliveries AS d USING changes AS c, webhooks AS w
        WHERE c.subject = $1 AND c.type <> 'user.erased'
            AND d.webhook = w.id AND d.position = c.position AND d.day = c.day
        """
    package let parameters: Parameters

    package init(of subject: UserID) {
        parameters = Parameters(subject)
    }
}

/// Makes an erasure wait for results of its player that are being written. To be sent before
/// `DeleteDeliveries`.
package struct LockErasedDeliveries: Statement {
    package static let route = Route.coordinator
    package static let sql = "SELECT pg_advisory_xact_lock(\(DeliveryLock.key("$1::uuid")))::text"
    package let parameters: Parameters

    package init(of subject: UserID) {
        parameters = Parameters(subject)
    }
}

/// Makes results wait until erasures of their players have ended. To be sent before `RecordDeliveries`.
package struct LockDeliveredSubjects: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT count(pg_advisory_xact_lock_shared(\(DeliveryLock.key("subject"))))
        FROM (SELECT DISTINCT ON (hashtextextended(subject::text, 0) & 63) subject
            FROM unnest($1::uuid[]) AS s (subject)) AS s
        """
    package let parameters: Parameters

    package init(_ subjects: [UserID]) {
        parameters = Parameters(subjects)
    }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 {
        try row.read()
    }
}

/// One of 64 locks, which players share: PostgreSQL's table of locks is small.
private enum DeliveryLock {
    static func key(_ subject: String) -> String {
        "2054, (hashtextextended(\(subject)::text, 0) & 63)::int"
    }
}
