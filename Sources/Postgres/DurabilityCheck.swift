/// Reads whether a committed transaction survives a power cut. Each of three settings can prevent that. A
/// fourth shows whether commits are stored elsewhere than on PostgreSQL's own disk.
package struct DurabilityCheck: Statement {
    package static let route = Route.coordinator
    package static let sql = """
        SELECT name, coalesce(current_setting(name, true), '') FROM unnest(ARRAY[
            'fsync', 'full_page_writes', 'synchronous_commit', 'neon.tenant_id', 'neon.timeline_id']) AS name
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

    package static func durability(in pool: PostgresPool) async throws(PostgresError) -> Durability {
        Durability(try await pool.run(DurabilityCheck()))
    }
}

/// The result of the settings.
package struct Durability: Hashable, Sendable {
    /// The names of those that are off and shouldn't be; none when all is well.
    package let settingsOff: [String]
    /// Neon's engine keeps the log on its safekeepers before a commit returns and no data on the machine that
    /// PostgreSQL runs on, whose disk needs neither setting.
    package let isNeon: Bool

    package init(_ rows: [DurabilityCheck.Row]) {
        let isNeon = ["neon.tenant_id", "neon.timeline_id"].allSatisfy { name in
            rows.contains { $0.setting == name && !$0.value.isEmpty }
        }
        let needless = isNeon ? ["fsync", "full_page_writes"] : []
        settingsOff = rows.filter { $0.isOff && !needless.contains($0.setting) }.map(\.setting)
        self.isNeon = isNeon
    }
}
