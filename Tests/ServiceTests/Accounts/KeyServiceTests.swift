import Crypto
import Postgres
import Referrals
import Store
import TestSupport
import Testing
import Values

@testable import Accounts
@testable import Batching

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
            await #expect(throws: DatabaseError.self) { try await keys.revoke(key.id, actor: "Anne") }
            #expect(try await keys.list().map(\.revokedAt) == [nil])
            try database.psql("ALTER TABLE audit_entries DROP CONSTRAINT no_room")
            #expect(try await keys.revoke(key.id, actor: "Anne"))
            #expect(try await keys.list().first?.revokedAt != nil)
        }
    }

    @Test func `names keys that have expired or that nobody uses, from when uses are known`() async throws {
        try await withKeys { keys, key, database in
            func stale() async throws -> [String] {
                try await keys.stale(unusedForDays: 90).map { stale in
                    if case .expired = stale.reason { "\(stale.name) true" } else { "\(stale.name) false" }
                }
            }
            #expect(try await stale() == [])
            try database.psql("UPDATE api_keys SET created_at = now() - interval '100 days'")
            #expect(try await stale() == [], "uses are recorded since a moment ago")
            try database.psql("UPDATE schema_migrations SET applied_at = now() - interval '91 days'")
            #expect(try await stale() == ["game false"])
            try database.psql("UPDATE api_keys SET last_used_at = now() - interval '89 days'")
            #expect(try await stale() == [])
            _ = try await keys.create(.read, name: "hour", lifetimeSeconds: 3_600, actor: "Anne").get()
            #expect(try await stale() == [])
            try database.psql("UPDATE api_keys SET expires_at = now() WHERE expires_at IS NOT NULL")
            #expect(try await stale() == ["hour true"])
            try database.psql("UPDATE api_keys SET revoked_at = now()")
            #expect(try await stale() == [])
        }
    }

    private func withKeys(
        _ body: @escaping @Sendable (KeyService, APIKey, TestDatabase) async throws -> Void
    ) async throws {
        try await TestDatabase.withSchema { database in
            try await database.withPool(asOwner: true, connections: 1) { pool, _ in
                let keys = KeyService(pool: pool)
                let text = try await keys.create(.server, name: "game", actor: "Anne").get()
                try await body(keys, try #require(APIKey(text)), database)
            }
        }
    }
}
