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

        package var description: String {
            switch self {
            case .database(let error):
                "the database can't be used: \(error). Is DATABASE_URL right, its role a member of shipmate_service, "
                    + "and the database migrated by its owner (`shipmate migrate`)?"
            case .listening(let error): "SHIPMATE_LISTEN_URL can't be used: \(error)"
            case .pooler(let refusal): refusal.description
            case .schema(let status): "the schema does not fit this program: \(status.advice)"
            case .unsafe(let settings):
                "PostgreSQL has \(settings.joined(separator: ", ")) off: a crash could lose what was acknowledged. "
                    + "Turn it on, or set SHIPMATE_ALLOW_UNSAFE_DATABASE=on"
            case .ledgerKey(let refusal): refusal.description
            case .rootKey(let refusal): refusal.description
            }
        }
    }
}

/// What a pooler between us and PostgreSQL takes away.
package enum PoolerRefusal: Error, Equatable, CustomStringConvertible {
    case losesStatements
    case hearsNothing
    case isNotHeard
    case hasNoSession

    package var description: String {
        switch self {
        case .losesStatements:
            "a pooler lends a session for one transaction and loses what was prepared in it, as PgBouncer does in "
                + "transaction mode before 1.21 and with max_prepared_statements = 0. Use its session mode, "
                + "a later PgBouncer, or PostgreSQL itself"
        case .hearsNothing:
            "a pooler lends a session for one transaction, and LISTEN hears nothing through it. Set "
                + "SHIPMATE_LISTEN_URL to PostgreSQL itself, or use the pooler's session mode"
        case .isNotHeard:
            "what is said by NOTIFY at DATABASE_URL isn't heard by LISTEN at SHIPMATE_LISTEN_URL, which must lead to "
                + "the same database, not through a pooler that lends a session for one transaction"
        case .hasNoSession:
            "a pooler lends a session for one transaction, and migrations need one of their own. Set "
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
