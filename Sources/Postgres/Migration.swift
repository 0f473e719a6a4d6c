/// One step of the schema: forward only, and never changed once it was applied anywhere.
package struct Migration: Sendable, Hashable {
    package let number: Int
    package let name: String
    /// Any number of statements.
    package let sql: String
    package let form: Form
    /// Whether the version before works on the schema that this leaves: it adds what that version ignores.
    package let isExpanding: Bool

    package enum Form: Sendable {
        /// All in one transaction, which is not theirs to begin or end.
        case transaction
        /// Each by itself: an index is made beside traffic (`CONCURRENTLY`). One that fails is begun again,
        /// so that all must bear being run twice.
        case besideTraffic
    }

    package init(
        number: Int, name: String, sql: String, form: Form = .transaction, isExpanding: Bool = false
    ) {
        self.number = number
        self.name = name
        self.sql = sql
        self.form = form
        self.isExpanding = isExpanding
    }

    /// The same, made beside traffic.
    package var besideTraffic: Migration {
        Migration(number: number, name: name, sql: sql, form: .besideTraffic, isExpanding: isExpanding)
    }

    /// The same, and the version before goes on working.
    package var expanding: Migration {
        Migration(number: number, name: name, sql: sql, form: form, isExpanding: true)
    }

    var statements: [String] { SQLScript.statements(of: sql) }
}

/// Why the schema could not be brought up to date.
package enum MigrationError: Error, Hashable, Sendable {
    /// The applied migrations aren't an earlier state of these; nothing was done.
    case refused(SchemaStatus)
    /// This migration was undone; those before it hold.
    case failed(number: Int, name: String, PostgresError)
    /// The baseline failed. The database stays empty, unless the connection was lost at the commit.
    case baselineFailed(PostgresError)
    /// The connection, the lock or the bookkeeping failed.
    case database(PostgresError)
    /// A pooler lends no session for longer than a transaction; nothing was done.
    case sessionless
}
