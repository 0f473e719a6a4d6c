/// One of pg_dump's statements, with the title that it gives it.
struct DumpEntry {
    let kind: String
    /// The table, function or view that it is, or belongs to.
    let owner: String
    let sql: String

    /// Nil for what isn't about an object.
    init?(_ text: Substring) {
        let title = #/(?:Data for )?Name: (?:(?:TABLE|COLUMN|FUNCTION) )?(\w+).*?; Type: ([A-Z ]+).*/#
        guard let match = text.prefix(while: { $0 != "\n" }).wholeMatch(of: title) else { return nil }
        kind = String(match.2)
        sql = Self.simplified(text.split(separator: "\n", maxSplits: 2).last.map(String.init) ?? "")
        let table = sql.firstMatch(of: #/ ON (\w+)/#)?.1
        owner = String(kind == "INDEX" ? table ?? match.1 : match.1)
    }

    /// Without the schema's name, settings of pg_dump's session, and what is so anyway.
    private static func simplified(_ text: String) -> String {
        let replacements = [
            ("public.", ""), ("ALTER TABLE ONLY ", "ALTER TABLE "), (" ON ONLY ", " ON "),
            (" ON TABLE ", " ON "), ("GRANT UPDATE(", "GRANT UPDATE ("), (" USING btree ", " "),
            ("timestamp with time zone", "timestamptz"),
            ("\n)\n", "\n) "), ("pg_catalog.\"C\"", "\"C\""), ("\n\t", "\n    "),
            ("CREATE TABLE schema_migrations", "CREATE TABLE IF NOT EXISTS schema_migrations"),
        ]
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("SET ") && !$0.hasPrefix("--") && !$0.hasPrefix("\\") }
        return replacements.reduce(lines.joined(separator: "\n")) { $0.replacing($1.0, with: $1.1) }
            .replacing(Self.moment, with: "now()")
            .replacing(#/([A-Z]),([A-Z])/#) { "\($0.1), \($0.2)" }
            .replacing(#/^\n+|\n+$/#, with: "")
    }

    /// When a migration ran.
    static var moment: Regex<Substring> { #/'\d{4}-\d\d-\d\d \d\d:[^']+'/# }

    /// As it stands within a table's definition.
    var constraint: String {
        String(sql.dropLast().split(separator: " ADD ", maxSplits: 1).last ?? "")
    }

    /// The statement with more constraints.
    func adding(_ constraints: [String]) -> String {
        sql.replacing("\n)", with: constraints.map { ",\n    \($0)" }.joined() + "\n)", maxReplacements: 1)
    }
}
