import Postgres
import Store
import TestSupport
import Testing

/// Each statement goes on Citus where it says.
@Suite(.enabled(if: TestEngine.isCitus, "this is about Citus: make test-citus"))
struct DistributedPlanTests {
    @Test func `every statement goes where it should`() async throws {
        let all = try StoreStatements.all()
        try await TestDatabase.withSchema { database in
            try database.addTestClock()
            let prepared: [Prepared.Row] = try await database.withPool(asOwner: true, connections: 1) {
                pool, _ in
                for area in StatementArea.allCases { try await area.check(pool) }
                return try await pool.run(Prepared())
            }
            for statement in prepared {
                guard let route = all[statement.name]?.route else { continue }
                let plan = route == .refused ? nil : try explain(statement, in: database)
                #expect(
                    plan.map(way) ?? .refused == route.way,
                    "\(statement.name), since \(route.reason): \(plan ?? "")")
            }
        }
    }

    private struct Prepared: Statement {
        typealias Row = (name: String, sql: String, types: String)

        static let route = Route.coordinator
        static let sql =
            "SELECT name, statement, array_to_string(parameter_types, ',') FROM pg_prepared_statements"

        static func decode(_ row: inout RowReader) throws(PostgresError) -> Row {
            (try row.read(), try row.read(), try row.read())
        }
    }

    private func explain(_ statement: Prepared.Row, in database: TestDatabase) throws -> String {
        let types = statement.types.split(separator: ",").map(String.init)
        // A page of a user's own rows begins behind a row, or nowhere.
        let isFirstPage = PersonalDataTables.all.contains {
            _typeName($0, qualified: false) == statement.name
        }
        let values = types.map { isFirstPage && $0 == "text" ? "NULL" : value(of: $0) }
            .joined(separator: ", ")
        return try database.psql(
            """
            PREPARE it\(types.isEmpty ? "" : "(\(statement.types))") AS \(statement.sql);
            EXPLAIN (COSTS off) EXECUTE it\(types.isEmpty ? "" : "(\(values))");
            """)
    }

    /// One of the type, or an array of one.
    private func value(of type: String) -> String {
        let one =
            switch type.replacing("[]", with: "") {
            case "uuid": "00000000-0000-7000-8000-000000000001"
            case "boolean": "t"
            case "timestamp with time zone": "2026-01-01 00:00:00Z"
            default: "1"
            }
        return type.hasSuffix("[]") ? "'{\"\(one)\"}'" : "'\(one)'"
    }

    private func way(_ plan: String) -> Route.Way {
        if plan.contains("INSERT/SELECT method") { return .eachRow }
        let counts = plan.split(separator: "\n").compactMap { line in
            line.firstRange(of: "Task Count: ").flatMap { Int(line[$0.upperBound...]) }
        }
        guard let most = counts.max() else { return .coordinator }
        return most == 1 ? .oneShard : .allShards
    }
}
