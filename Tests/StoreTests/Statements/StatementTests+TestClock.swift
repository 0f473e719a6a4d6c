import Postgres
import Store
import Testing
import Values

extension StatementTests {
    /// The questions of a test server when its clock moves.
    func checkTestClock(_ pool: PostgresPool) async throws {
        #expect(try await pool.run(HasUsers()) == [true])
        #expect(try await pool.run(HasExpiring()) == [true])
        let keys = try #require(try await pool.run(FindTestKeys()).first)
        #expect(keys.admin == "one" && keys.server == "other")
        let last = try #require(try await pool.run(FindLastChange()).first)
        #expect(last.position > 0)
        let late = Sample.now.adding(seconds: 100 * 365 * 86_400)
        let due = try await pool.run(FindDueWork(at: Sample.now, until: late))
        #expect(Set(due.map(\.kind)) == Set(DueWork.allCases))
        let all = try await pool.run(FindDueWork(at: late, until: late))
        for (now, later) in zip(due, all) { #expect(now.dueCount <= later.dueCount) }
        try await pool.run(SetClock(late, isStopped: true))
        try await pool.run(SetClock(Sample.now, isStopped: false))
    }
}
