package import Batching
package import Crypto
package import Ledger
package import Postgres

extension Startup {
    /// Why the service does not serve; each says what to do.
    package enum Refusal: Error, Equatable, CustomStringConvertible {
        case database(DatabaseError)
        case listening(DatabaseError)
        case pooler(PoolerRefusal)
        case schema(SchemaStatus)
        case unsafe(settings: [String])
        case ledgerKey(LedgerKeyRefusal)
        case rootKey(RootKeyRefusal)
        case timeZone(String)

        package var description: String {
            switch self {
            case .database(let error):
                """
                the database can't be used: \(error). Check that PostgreSQL runs and accepts writes, DATABASE_URL, \
                that its role is a member of shipmate_service, and that its owner has migrated the database \
                (`shipmate migrate`)
                """
            case .listening(let error): "SHIPMATE_LISTEN_URL can't be used: \(error)"
            case .pooler(let refusal): refusal.description
            case .schema(let status): "the schema does not fit this program: \(status.advice)"
            case .unsafe(let settings):
                "PostgreSQL has \(settings.joined(separator: ", ")) off: a crash could lose acknowledged writes. "
                    + "Turn it on, or set SHIPMATE_ALLOW_UNSAFE_DATABASE=on"
            case .ledgerKey(let refusal): refusal.description
            case .rootKey(let refusal): refusal.description
            case .timeZone(let name):
                "PostgreSQL has no time zone named `\(name)`. Set SHIPMATE_TIME_ZONE to an IANA name such as "
                    + "Europe/Berlin; pg_timezone_names lists them"
            }
        }
    }
}

/// The limits of a pooler between us and PostgreSQL.
package enum PoolerRefusal: Error, Equatable, CustomStringConvertible {
    case losesStatements
    case hearsNothing
    case isNotHeard
    case hasNoSession

    package var description: String {
        switch self {
        case .losesStatements:
            "DATABASE_URL is a transaction pooler that loses prepared statements, such as PgBouncer "
                + "before 1.21 or with max_prepared_statements = 0. Use its session mode, "
                + "a later PgBouncer, or PostgreSQL itself"
        case .hearsNothing:
            "DATABASE_URL is a transaction pooler, and LISTEN receives nothing through it. Set "
                + "SHIPMATE_LISTEN_URL to PostgreSQL itself, or use the pooler's session mode"
        case .isNotHeard:
            "LISTEN at SHIPMATE_LISTEN_URL doesn't receive a NOTIFY sent at DATABASE_URL. Both must lead to "
                + "the same database, and SHIPMATE_LISTEN_URL not through a transaction pooler"
        case .hasNoSession:
            "DATABASE_URL is a transaction pooler, and migrations need a session. Set "
                + "SHIPMATE_DATABASE_OWNER_URL to PostgreSQL itself, or use the pooler's session mode"
        }
    }
}

extension SchemaStatus {
    package var advice: String {
        switch self {
        case .current: "it is current"
        case .empty: "the database is empty. Run `shipmate migrate`, or `shipmate serve --migrate`"
        case .older(let have, let need):
            "it is at \(have), and \(need) is needed. Run `shipmate migrate`, or `shipmate serve --migrate`"
        case .expanded(let have, let need):
            "it is at \(have), and this program knows \(need); what was added doesn't disturb it"
        case .newer(let have, let need):
            "it is at \(have), and this program knows \(need) and can't work with what a newer one has changed. "
                + "Run the newer program, or restore the backup from before its migration"
        case .changed(let number):
            "migration \(number) is not the one that was applied. Run the program that the database belongs to"
        }
    }
}
