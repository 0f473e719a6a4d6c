import Crypto
import FoundationEssentials
import TestSupport
import Testing

/// A key that someone wrote into the database.
struct PlantedKeyTests {
    @Test func `a key whose tag was not made by a server is refused`() async throws {
        try await TestServer.with { server in
            let planted = APIKey(id: UUID(), key: RootSecret().subkey(for: .apiKeys))
            let hash = planted.hash.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            func plant(_ isTagged: Bool) throws {
                try server.database.psql(
                    """
                    INSERT INTO api_keys (id, name, scope, secret_hash, created_at, has_tag)
                    VALUES ('\(planted.id)', 'planted', 'admin', '\\x\(hash)', now(), \(isTagged))
                    ON CONFLICT (id) DO UPDATE SET has_tag = excluded.has_tag
                    """)
            }
            TestSecrets.note(planted.text)
            let client = try server.client
            func status() throws -> Int {
                try client.send("GET", "/v1/admin/rules", token: planted.text).status
            }
            // As a former version made keys, which had no tag.
            try plant(false)
            #expect(try status() == 200)
            try plant(true)
            try server.database.psql("SELECT pg_notify('shipmate_api_keys', '\(planted.id)')")
            #expect(try await eventually { try status() == 401 })
        }
    }
}
