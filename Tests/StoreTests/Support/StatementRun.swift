import FoundationEssentials
import Postgres
import Store
import Synchronization
import TestSupport
import Testing

/// What came of running all statements, area by area, in one database: once a process, whichever tests ask.
/// Behind an area that failed the others are run as well.
struct StatementRun: Sendable {
    let outcomes: [StatementArea: Outcome]

    static let shared = Task { try await make() }

    struct Outcome: Sendable {
        /// Those that were run here first.
        let statements: Set<String>
        let problems: [Problem]
    }

    struct Problem: Sendable {
        let issue: Issue
        /// Whose it is.
        let statements: Set<String>

        func record() {
            Issue.record("\(issue)", sourceLocation: issue.sourceLocation ?? #_sourceLocation)
        }
    }

    func wasRun(_ statement: String) -> Bool {
        outcomes.values.contains { $0.statements.contains(statement) }
    }

    func problems(of statement: String) -> [Problem] {
        outcomes.values.flatMap(\.problems).filter { $0.statements.contains(statement) }
    }

    private static func make() async throws -> StatementRun {
        let names = try StoreStatements.names()
        return try await TestDatabase.withSchema { database in
            try database.addTestClock()
            // One connection, which remembers what was prepared on it.
            return try await database.withPool(asOwner: true, connections: 1) { pool, _ in
                var outcomes: [StatementArea: Outcome] = [:]
                var known: Set<String> = []
                for area in StatementArea.allCases {
                    let problems = try await issues(of: area, pool).map {
                        Problem(issue: $0, statements: statements(of: $0, among: names))
                    }
                    let prepared: [String] = try await pool.run(PreparedNames())
                    outcomes[area] = Outcome(
                        statements: Set(prepared).subtracting(known), problems: problems)
                    known.formUnion(prepared)
                }
                return StatementRun(outcomes: outcomes)
            }
        }
    }

    private final class Issues: Sendable {
        let all = Mutex<[Issue]>([])
    }

    /// Known ones to the test that happens to wait for the run; whose they are records them again.
    private static func issues(of area: StatementArea, _ pool: PostgresPool) async throws -> [Issue] {
        let issues = Issues()
        try await withKnownIssue(isIntermittent: true) {
            try await area.check(pool)
        } matching: { issue in
            issues.all.withLock { $0.append(issue) }
            return true
        }
        return issues.all.withLock(\.self)
    }

    /// Those that the issue's text names, or else the nearest above it in the source.
    private static func statements(of issue: Issue, among names: Set<String>) -> Set<String> {
        func named(in text: String) -> Set<String> {
            names.intersection(text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init))
        }
        let said = named(in: "\(issue)")
        guard said.isEmpty, let location = issue.sourceLocation,
            let source = try? String(contentsOfFile: location.filePath, encoding: .utf8)
        else { return said }
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false).prefix(location.line)
        return lines.reversed().lazy.map { named(in: String($0)) }.first { !$0.isEmpty } ?? []
    }
}

private struct PreparedNames: Statement {
    static let route = Route.coordinator
    static let sql = "SELECT name FROM pg_prepared_statements"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> String { try row.read() }
}

extension TestDatabase {
    /// What statements for a test server's app need besides the schema.
    func addTestClock() throws {
        try psql(ClockSchema.sql)
        try psql(
            FindTestKeys.sql(keeping: "'one'", "'other'")
                + "; GRANT SELECT ON test_clock.keys TO PUBLIC")
    }
}
