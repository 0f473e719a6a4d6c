import Postgres

/// The comments of migrations on tables, columns, functions and views: the last that was written of each.
struct SchemaNotes {
    /// By name, as `table` or `table.column`.
    private var notes: [String: [String]] = [:]

    init(_ migrations: [Migration]) {
        for migration in migrations {
            var (pending, place): ([String], String) = ([], "")
            for line in migration.sql.split(separator: "\n", omittingEmptySubsequences: false) {
                read(String(line.drop { $0 == " " }), &pending, &place)
            }
        }
    }

    /// - Parameters:
    ///   - pending: the comment right above.
    ///   - place: the table, function or view that the line is about.
    private mutating func read(_ line: String, _ pending: inout [String], _ place: inout String) {
        guard !line.hasPrefix("--") else { return pending.append(line) }
        defer { pending = [] }
        let made =
            /(CREATE|ALTER) (?:OR REPLACE |UNLOGGED )?(?:TABLE|FUNCTION|VIEW) (?:IF NOT EXISTS )?(\w+)(.*)/
        let column = /\s*(?:ADD COLUMN )?(?:IF NOT EXISTS )?(\w+)(?: .*)?/
        guard let match = line.wholeMatch(of: made) else {
            return note(pending, on: line.wholeMatch(of: column).map { "\(place).\($0.1)" })
        }
        place = String(match.2)
        let isMade = match.1 == "CREATE"
        note(pending, on: isMade ? place : match.3.wholeMatch(of: column).map { "\(place).\($0.1)" })
    }

    private mutating func note(_ comment: [String], on name: String?) {
        guard let name else { return }
        let lasting = comment.joined(separator: "\n").replacing(Self.manner, with: "")
        let lines = lasting.split(separator: "\n").filter { $0 != "--" }
        if !lines.isEmpty { notes[name] = lines.map(String.init) }
    }

    /// How a migration goes says nothing of what it leaves.
    private static var manner: Regex<Substring> {
        #/(?s)\s?(?:Beside traffic|Columns without a default).*/#
    }

    /// The definition of `name`, each comment above what it is about.
    func annotate(_ sql: String, of name: String) -> String {
        let lines = sql.split(separator: "\n", omittingEmptySubsequences: false)
        let isTable = lines[0].hasSuffix("TABLE \(name) (") || lines[0].hasSuffix("EXISTS \(name) (")
        let annotated = lines.flatMap { line in
            let column = line.wholeMatch(of: #/ {4}"?(\w+)"? .*/#).map { "\(name).\($0.1)" }
            let comment = isTable ? column.flatMap { notes[$0] } ?? [] : []
            return comment.map { "    \($0)" } + [String(line)]
        }
        return ((notes[name] ?? []) + annotated).joined(separator: "\n")
    }
}
