package import Postgres

/// Why the database didn't do what an operator's command asked, in words for the operator.
package struct DatabaseError: Error, Equatable, CustomStringConvertible {
    package let description: String
    /// PostgreSQL's five characters (its documentation, Appendix A), where it spoke.
    package let sqlState: String?
    /// Whether no connection could be made.
    package let isUnreachable: Bool
    /// Whether the database may come by itself, such as one that starts.
    package let isOutage: Bool
    /// Whether the service's role doesn't exist, which the first migration makes.
    package let lacksRole: Bool
    /// Whether another transaction held a lock that it needs.
    package let isLocked: Bool

    package init(_ error: PostgresError) {
        description = error.description
        sqlState = error.sqlState
        isLocked = error.isLocked
        isOutage = error.isOutage
        lacksRole = error.lacksRole
        isUnreachable = if case .cannotConnect = error { true } else { false }
    }

    /// Runs what an operator asked for.
    package static func telling<Value>(
        _ body: () async throws(PostgresError) -> Value
    ) async throws(DatabaseError) -> Value {
        do throws(PostgresError) {
            return try await body()
        } catch {
            throw DatabaseError(error)
        }
    }
}
