/// `Migrations/schema.sql`: pg_dump's words for a database, in an order for readers. What belongs to a table
/// stands below it.
struct SchemaPage {
    /// For pg_dump: partitions are the day's, and `baseline.sql` makes them.
    static let options =
        "--no-owner --exclude-table='clicks_until_*' --exclude-table='changes_*' "
        + "--exclude-table='deliveries_*' --column-inserts --rows-per-insert=1000"

    private let entries: [DumpEntry]
    private let notes: SchemaNotes

    /// - Parameter dump: what pg_dump says with `options`.
    init(dump: String, notes: SchemaNotes) {
        entries = dump.split(separator: "\n--\n-- ").compactMap(DumpEntry.init)
        self.notes = notes
    }

    var text: String {
        let made = ["FUNCTION", "TABLE", "VIEW"]
        let owners = made.flatMap { kind in
            entries.filter { $0.kind == kind }.sorted { $0.owner < $1.owner }
        }
        let others = entries.filter { !owners.map(\.owner).contains($0.owner) }
        let rows = entries.filter { $0.kind == "TABLE DATA" && !$0.sql.isEmpty }
        return ([Self.head] + owners.map(part) + (others + rows).map(\.sql)).joined(separator: "\n\n") + "\n"
    }

    private static let head = """
        -- What all migrations leave. Don't edit: `make schema` writes this page out of pg_dump and the migrations'
        -- comments. An empty database begins with 0001_service_role.sql, this page and baseline.sql, all at once.
        """

    /// A table, function or view with what belongs to it.
    private func part(_ owner: DumpEntry) -> String {
        let its = entries.filter { $0.owner == owner.owner && $0.kind != "TABLE DATA" }
        let keys = its.filter { $0.kind == "CONSTRAINT" }.map(\.constraint)
        let rest = its.filter { ![owner.kind, "CONSTRAINT"].contains($0.kind) }.map(\.sql)
        return ([notes.annotate(owner.adding(keys), of: owner.owner)] + rest)
            .reduce(into: [], Self.append).joined(separator: "\n")
    }

    /// A right to several columns is one line.
    private static func append(_ lines: inout [String], _ line: String) {
        let grant = #/(GRANT \w+) ?\((.+)\)( ON .+)/#
        guard let more = line.wholeMatch(of: grant), let last = lines.last?.wholeMatch(of: grant),
            (last.1, last.3) == (more.1, more.3)
        else { return lines.append(line) }
        lines[lines.count - 1] = "\(last.1) (\(last.2), \(more.2))\(last.3)"
    }
}
