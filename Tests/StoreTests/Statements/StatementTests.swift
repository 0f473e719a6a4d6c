import Postgres
import TestSupport
import Testing

/// Every statement runs on the real schema, and values come back as they went in.
@Suite struct StatementTests {
    @Test(arguments: StatementArea.allCases)
    func `the statements of each area do what they should`(area: StatementArea) async throws {
        let outcome = try await StatementRun.shared.value.outcomes[area]
        for problem in try #require(outcome).problems { problem.record() }
    }

    @Test(arguments: try StoreStatements.names().sorted())
    func `each statement works`(name: String) async throws {
        let run = try await StatementRun.shared.value
        #expect(run.wasRun(name), "\(name) was never run")
        for problem in run.problems(of: name) { problem.record() }
    }

    @Test func `each statement of the sources is found with its route`() throws {
        let all = try StoreStatements.all()
        #expect(all.count > 400)
        #expect(all.filter { $0.key != $0.value.name }.isEmpty)
        #expect(all.filter { $0.value.route.reason.isEmpty }.isEmpty)
    }

    @Test func `every statement does nothing with nothing`() async throws {
        try await TestDatabase.withSchema { database in
            try await database.withPool(connections: 1) { pool, _ in
                try await checkEmptyArrays(pool)
            }
        }
    }
}
