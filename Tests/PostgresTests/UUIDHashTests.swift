import FoundationEssentials
import TestSupport
import Testing

@testable import Postgres

/// Keys are spread by PostgreSQL's own hash, which must be ours to the bit.
@Suite struct UUIDHashTests {
    /// By `uuid_hash` of PostgreSQL 15.
    @Test(
        arguments: [
            ("00000000-0000-0000-0000-000000000000", 1_353_656_403),
            ("00000000-0000-7000-8000-000000000001", -303_109_073),
            ("0192f3a4-5b6c-7d8e-9fa0-b1c2d3e4f506", -176_955_951),
            ("0192f3a4-5b6c-7d8e-9fa0-b1c2d3e4f507", -1_871_266_475),
            ("ffffffff-ffff-ffff-ffff-ffffffffffff", -682_383_255),
        ] as [(String, Int32)])
    func `a hash is PostgreSQL's`(text: String, hash: Int32) throws {
        #expect(try #require(UUID(uuidString: text)).postgresHash == hash)
    }

    @Test func `so are a thousand others, asked of the server itself`() async throws {
        try await withPool(try await thingsDatabase().parameters) { pool, _ in
            let keys = (0..<1_000).map { _ in UUID() }
            let hashes = try await pool.run(HashKeys(keys: keys))
            #expect(hashes == keys.map(\.postgresHash))
        }
    }

    private struct HashKeys: Statement {
        static let route = Route.coordinator
        static let sql =
            "SELECT uuid_hash(key) FROM unnest($1::uuid[]) WITH ORDINALITY AS keys (key, place) ORDER BY place"
        let keys: [UUID]

        var parameters: Parameters { Parameters(keys) }

        static func decode(_ row: inout RowReader) throws(PostgresError) -> Int32 { try row.read() }
    }
}
