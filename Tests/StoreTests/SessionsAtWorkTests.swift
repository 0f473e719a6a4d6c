import Postgres
import Store
import TestSupport
import Testing

/// By what a job knows that there is traffic.
struct SessionsAtWorkTests {
    @Test func `sessions at work are those in a transaction, but neither idle ones nor one's own`()
        async throws
    {
        try await TestDatabase.withSchema { database in
            try await database.withPool(asOwner: true, connections: 3) { pool, _ in
                // A role sees its own sessions alone. One that begins is at work, too.
                #expect(try await eventually { try await others(pool) == 0 })
                try await pool.transaction { transaction throws(PostgresError) in
                    _ = try await transaction.send(FindLastUser())
                    let count = try await others(pool)
                    #expect(count ?? 0 >= 1)
                }
                #expect(try await eventually { try await others(pool) == 0 })
            }
        }
    }

    private func others(_ pool: PostgresPool) async throws(PostgresError) -> Int64? {
        try await pool.run(CountSessionsAtWork()).first
    }
}
