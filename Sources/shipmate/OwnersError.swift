internal import Postgres

/// What the database refused to whoever runs `keys` or `migrate`, and what to do about it.
struct OwnersError: Error, CustomStringConvertible {
    let error: PostgresError

    var description: String {
        advice.map { "\(error). \($0)" } ?? error.description
    }

    /// By SQLSTATE (PostgreSQL documentation, Appendix A).
    private var advice: String? {
        switch error.sqlState {
        // undefined_table
        case "42P01": "The database has no schema yet: run `shipmate migrate` first"
        // insufficient_privilege
        case "42501":
            "This is for the database's owner: set SHIPMATE_DATABASE_OWNER_URL, or DATABASE_URL, to that role's. "
                + "An owner who may not make roles needs CREATE ROLE shipmate_service LOGIN done first, by one who may"
        default:
            if case .cannotConnect = error {
                "Is SHIPMATE_DATABASE_OWNER_URL, or DATABASE_URL, right?"
            } else {
                nil
            }
        }
    }
}
