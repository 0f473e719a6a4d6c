import Postgres
import Referrals
import TestSupport
import Testing

@testable import Service

@Suite struct KeyServiceTests {
    @Test func `a key is revoked once, and the audit says by whom`() async throws {
        try await withKeys { keys, key, database in
            let first = try await keys.revoke(key.id, actor: "Anne")
            let second = try await keys.revoke(key.id, actor: "Ben")
            #expect(first && !second)
            #expect(
                try database.psql("SELECT actor, action, detail FROM audit_entries ORDER BY created_at")
                    == """
                    Anne|keys.create|server key \(key.id.lowercaseText) named game
                    Anne|keys.revoke|key \(key.id.lowercaseText)
                    """)
        }
    }

    @Test func `no key is revoked without an audit entry`() async throws {
        try await withKeys { keys, key, database in
            try database.psql(
                "ALTER TABLE audit_entries ADD CONSTRAINT no_room CHECK (action <> 'keys.revoke') NOT VALID")
            await #expect(throws: PostgresError.self) { try await keys.revoke(key.id, actor: "Anne") }
            #expect(try await keys.list().map(\.revokedAt) == [nil])
            try database.psql("ALTER TABLE audit_entries DROP CONSTRAINT no_room")
            #expect(try await keys.revoke(key.id, actor: "Anne"))
            #expect(try await keys.list().first?.revokedAt != nil)
        }
    }

    private func withKeys(
        _ body: @escaping @Sendable (KeyService, APIKey, TestDatabase) async throws -> Void
    ) async throws {
        try await TestDatabase.withSchema { database in
            try await database.withPool(asOwner: true, connections: 1) { pool, _ in
                let keys = KeyService(pool: pool)
                let text = try await keys.create(.server, name: "game", actor: "Anne")
                try await body(keys, try #require(APIKey(text)), database)
            }
        }
    }
}
