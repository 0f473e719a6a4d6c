package import Postgres
package import Values

/// Work that waits for a time, by its kind.
package enum DueWork: String, CaseIterable {
    case released
    case returned
    case mails
    case webhooks
    case erased
    case resets
    case merges
    case expired

    /// Whether the clock stops at its time: it matters when it is done, and it may make other work.
    package var isStep: Bool { self != .expired }

    /// The rows, and the column with their time.
    fileprivate var source: (column: String, rows: String) {
        switch self {
        case .released: ("release_at", "rewards WHERE status = 'held' AND release_at <= $2")
        case .returned: ("expires_at", "reservations WHERE state = 'reserved' AND expires_at <= $2")
        case .mails: ("due_at", "mails WHERE due_at <= $2")
        case .webhooks: ("due_at", "deliveries WHERE due_at <= $2")
        case .erased: ("due_at", "erasures WHERE due_at <= $2")
        case .resets: ("due_at", "recoveries WHERE due_at <= $2")
        case .merges: ("due_at", "merges WHERE due_at <= $2")
        case .expired:
            (
                "expires_at",
                """
                (SELECT expires_at FROM sessions WHERE expires_at <= $2 UNION ALL
                SELECT expires_at FROM mail_tokens WHERE expires_at <= $2) AS tokens
                """
            )
        }
    }
}

/// Counts the work that is due at a time, and finds the first that becomes due until another.
package struct FindDueWork: Statement {
    package typealias Row = (kind: DueWork, dueCount: Int, next: Timestamp?)

    package static let route = Route.periodicWork
    package static let sql = DueWork.allCases.map { kind in
        let (column, rows) = kind.source
        return """
            SELECT '\(kind.rawValue)', count(*) FILTER (WHERE \(column) <= $1), min(\(column)) FROM \(rows)
            """
    }.joined(separator: " UNION ALL ")
    package let parameters: Parameters

    package init(at time: Timestamp, until end: Timestamp) { parameters = Parameters(time, end) }

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        let (name, count): (String, Int64) = (try row.read(), try row.read())
        let next: PostgresTimestamp? = try row.read()
        guard let kind = DueWork(rawValue: name) else { throw .decoding("kind of work \(name)") }
        return (kind, Int(count), next.map { Timestamp(microsecondsSince1970: $0.microsecondsSince1970) })
    }
}

/// Whether a table that housekeeping deletes from was ever written.
package struct HasExpiring: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT EXISTS (SELECT FROM unnest(ARRAY[
            'sessions', 'revocations', 'mail_tokens', 'used_proofs', 'credential_changes', 'known_addresses',
            'click_taps', 'limit_uses', 'used_receipts', 'sign_up_marks', 'console_sessions',
            'operator_invitations']) AS t (name) WHERE pg_relation_size(name::regclass) > 0)
        """

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Bool { try row.read() }
}

/// Whether there is anything to be counted.
package struct HasUsers: Statement {
    package static let route = Route.periodicWork
    package static let sql = "SELECT EXISTS (SELECT 1 FROM users)"

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Bool { try row.read() }
}

/// The last change of an app, and how many webhooks are to be sent to.
package struct FindLastChange: Statement {
    package typealias Row = (position: Int64, webhooks: Int)

    package static let route = Route.coordinator
    package static let sql = """
        SELECT coalesce((SELECT max(position) FROM changes), 0),
            (SELECT count(*) FROM webhooks WHERE state = 'enabled')
        """

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        let (position, count): (Int64, Int64) = (try row.read(), try row.read())
        return (position, Int(count))
    }
}
