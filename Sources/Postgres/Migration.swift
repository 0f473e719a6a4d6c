/// One step of the schema: forward only, and never changed once it was applied anywhere.
package struct Migration: Sendable, Hashable {
    package let number: Int
    package let name: String
    /// Any number of statements; they run in one transaction, which is not theirs to begin or end.
    package let sql: String

    package init(number: Int, name: String, sql: String) {
        self.number = number
        self.name = name
        self.sql = sql
    }
}

/// Why the schema could not be brought up to date.
package enum MigrationError: Error, Hashable, Sendable {
    /// What is applied is no earlier state of these migrations; nothing was done.
    case refused(SchemaStatus)
    /// This migration was undone; those before it hold.
    case failed(number: Int, name: String, PostgresError)
    /// The connection, the lock or the bookkeeping failed.
    case database(PostgresError)
}
