/// Reads whether a committed transaction survives a power cut: three settings, each of which can take that
/// away.
package struct DurabilityCheck: Statement {
    package static let sql = """
        SELECT name, setting FROM pg_settings
        WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit') ORDER BY name
        """

    /// A setting and its value.
    package struct Row: Hashable, Sendable {
        package let setting: String
        package let value: String

        /// `synchronous_commit` has values such as `local` and `remote_write` too; each waits for the local
        /// disk.
        package var isOff: Bool { value == "off" }
    }

    package init() {}

    package static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
        Row(setting: try row.read(), value: try row.read())
    }

    /// The names of those that are off; none when all is well.
    package static func settingsOff(in pool: PostgresPool) async throws(PostgresError) -> [String] {
        try await pool.run(DurabilityCheck()).filter(\.isOff).map(\.setting)
    }
}
