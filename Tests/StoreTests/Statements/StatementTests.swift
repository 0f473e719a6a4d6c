import FoundationEssentials
import Postgres
import Store
import TestSupport
import Testing

/// Every statement runs on the real schema, and values come back as they went in.
@Suite struct StatementTests {
    @Test func `every statement of the store works, and none is left out`() async throws {
        let all = try statementsInTheSources()
        try #require(all.count > 50)
        try await TestDatabase.withSchema { database in
            // One connection, which remembers what was prepared on it.
            try await database.withPool(asOwner: true, connections: 1) { pool, _ in
                try await checkAll(pool)
                let prepared: [String] = try await pool.run(PreparedNames())
                #expect(all.subtracting(prepared) == [], "never run")
            }
        }
    }

    func checkAll(_ pool: PostgresPool) async throws {
        try await checkUsers(pool)
        try await checkSessions(pool)
        try await checkKeys(pool)
        try await checkEvents(pool)
        try await checkMoney(pool)
        try await checkReports(pool)
        try await checkLedger(pool)
        try await checkLinks(pool)
        try await checkHeldRewards(pool)
        try await checkRules(pool)
        try await checkJobs(pool)
        try await checkLeaving(pool)
        try await checkExports(pool)
        try await checkTimeline(pool)
        try await checkAccounts(pool)
        try await checkTrust(pool)
        try await checkMails(pool)
        try await checkRecovery(pool)
        try await checkIdentities(pool)
        try await checkFunnel(pool)
        try await checkLeaders(pool)
        try await checkMerging(pool)
        try await checkCauses(pool)
    }

    @Test func `every statement does nothing with nothing`() async throws {
        try await TestDatabase.withSchema { database in
            try await database.withPool(connections: 1) { pool, _ in
                try await checkEmptyArrays(pool)
            }
        }
    }

    private struct PreparedNames: Statement {
        static let sql = "SELECT name FROM pg_prepared_statements"

        static func decode(_ row: inout RowReader) throws(PostgresError) -> String { try row.read() }
    }

    /// The types that conform to `Statement`, by their text.
    func statementsInTheSources() throws -> Set<String> {
        let end = #filePath.firstRange(of: "/Tests/StoreTests/")?.lowerBound ?? #filePath.endIndex
        let folder = String(#filePath[..<end]) + "/Sources/Store"
        let lines = try FileManager.default.subpathsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".swift") }
            .flatMap { file in
                try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).split(separator: "\n")
            }
        var kinds: Set = ["Statement"]
        var known = 0
        // Protocols refine protocols that do.
        while kinds.count > known {
            known = kinds.count
            kinds.formUnion(lines.compactMap { name(of: "protocol", as: kinds, in: $0) })
        }
        let own = lines.compactMap { name(of: "enum", as: ["OwnTable"], in: $0) }
        return Set(lines.compactMap { name(of: "struct", as: kinds, in: $0) } + own)
    }

    private func name(of keyword: String, as kinds: Set<String>, in line: Substring) -> String? {
        guard let start = line.firstRange(of: keyword + " ")?.upperBound,
            kinds.contains(where: { line.contains(": \($0) ") }), !line.contains("<")
        else { return nil }
        return String(line[start...].prefix { $0 != ":" })
    }
}
