import EventLoops
import FoundationEssentials
import TestSupport
import Testing

@testable import Postgres

struct PlanRefreshTests {
    @Test func `comes often at first and seldom later`() {
        let start = MonotonicInstant(nanoseconds: 0)
        var refresh = PlanRefresh(at: start)
        var times: [Int] = []
        for second in 0...4_000 where refresh.isDue(at: start.adding(milliseconds: second * 1000)) {
            times.append(second)
        }
        #expect(times == [1, 3, 7, 15, 31, 63, 127, 255, 511, 1023, 1623, 2223, 2823, 3423])
    }

    /// Without it, the plan of the empty table stays: each look-up reads all of it.
    @Test func `a plan made on an empty table does not outlive the table's growth`() async throws {
        let database = try await TestDatabase.make()
        try database.psql("CREATE TABLE things (id uuid PRIMARY KEY)")
        try database.psql("VACUUM ANALYZE things")
        var patient = PostgresConfiguration(try database.parameters)
        (patient.waitMillisecondsMax, patient.connectMillisecondsMax) = (30_000, 30_000)
        try await onLoop { [configuration = patient] loop in
            let pool = try PostgresPool(configuration: configuration, on: loop)
            _ = try await pool.run(FindThings(ids: []))
            try database.psql("INSERT INTO things SELECT gen_random_uuid() FROM generate_series(1, 20000)")
            // The first plans last a second.
            try await loop.sleep(milliseconds: 1_300)
            for _ in 0..<4 { _ = try await pool.run(FindThings(ids: [UUID()])) }
            let before = try rowsRead(database)
            for _ in 0..<20 { _ = try await pool.run(FindThings(ids: [UUID()])) }
            #expect(try rowsRead(database) - before < 20_000)
            await pool.close(on: loop)
        }
    }

    private func rowsRead(_ database: TestDatabase) throws -> Int {
        try database.psql("SELECT pg_stat_force_next_flush()")
        let text = try database.psql("SELECT idx_tup_read FROM pg_stat_user_indexes WHERE relname = 'things'")
        return Int(text.split(separator: "\n").last ?? "") ?? 0
    }
}

private struct FindThings: Statement {
    static let route = Route.coordinator
    static let sql = "SELECT t.id FROM unnest($1::uuid[]) AS w (id) JOIN things AS t ON t.id = w.id"
    let ids: [UUID]

    var parameters: Parameters { Parameters(ids) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> UUID { try row.read() }
}
