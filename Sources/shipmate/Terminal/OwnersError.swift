internal import Batching
internal import Postgres

/// A refusal of the database to `keys` or `migrate`, and what to do about it.
struct OwnersError: Error, CustomStringConvertible {
    let description: String

    init(_ error: DatabaseError) {
        self.init(error.description, sqlState: error.sqlState, isUnreachable: error.isUnreachable)
    }

    init(_ error: PostgresError) {
        let isUnreachable = if case .cannotConnect = error { true } else { false }
        self.init(error.description, sqlState: error.sqlState, isUnreachable: isUnreachable)
    }

    private init(_ error: String, sqlState: String?, isUnreachable: Bool) {
        let advice =
            isUnreachable
            ? "Is SHIPMATE_DATABASE_OWNER_URL, or DATABASE_URL, right?" : Self.advice(sqlState: sqlState)
        description = advice.map { "\(error). \($0)" } ?? error
    }

    /// PostgreSQL documentation, Appendix A.
    private static func advice(sqlState: String?) -> String? {
        switch sqlState {
        // undefined_table
        case "42P01": "The database has no schema yet: run `shipmate migrate` first"
        // insufficient_privilege
        case "42501":
            "This needs the database's owner: set SHIPMATE_DATABASE_OWNER_URL, or DATABASE_URL, to that role's. "
                + "If the owner can't create roles, run CREATE ROLE shipmate_service LOGIN as a superuser first"
        default: nil
        }
    }
}
