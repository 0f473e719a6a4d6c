package import Postgres
package import Values

// Expired rows are deleted in small batches, so that locks are short.

package struct DeleteExpiredSessions: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        DELETE FROM sessions WHERE (uid, sid) IN
            (SELECT uid, sid FROM sessions WHERE expires_at < $1 LIMIT 1000)
        """
    package let parameters: Parameters
    package init(at now: Timestamp) { parameters = Parameters(now) }
}

package struct DeleteExpiredRevocations: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        DELETE FROM revocations WHERE sid IN (SELECT sid FROM revocations WHERE expires_at < $1 LIMIT 1000)
        """
    package let parameters: Parameters
    package init(at now: Timestamp) { parameters = Parameters(now) }
}

package struct DeleteExpiredAddresses: Statement {
    package static let route = Route.periodicWork
    package static let sql = """
        DELETE FROM known_addresses WHERE (uid, address_hash) IN
            (SELECT uid, address_hash FROM known_addresses WHERE seen_at < $1 LIMIT 1000)
        """
    package let parameters: Parameters
    package init(before: Timestamp) { parameters = Parameters(before) }
}
