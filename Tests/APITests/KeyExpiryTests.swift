import Crypto
import HTTP
import TestSupport
import Testing

/// API keys end by themselves, and tell when they were last of use.
struct KeyExpiryTests {
    @Test func `an expired key is refused by every server at its moment, and no other is`() async throws {
        try await TestServer.with(
            count: 2, prepare: { try $0.makeClockMovable() }, { try await expectExpiry(on: $0) })
    }

    private func expectExpiry(on servers: [TestServer]) async throws {
        let hour = try await servers[0].key(.read, lifetimeSeconds: 3_600)
        let lasting = try await servers[0].key(.read)
        let clients = try servers.map { try $0.client }
        for client in clients { expect(try client.get("/v1/admin/stats", token: hour), 200) }
        try servers[0].database.moveClock(by: "59 min")
        for client in clients { expect(try client.get("/v1/admin/stats", token: hour), 200) }
        try servers[0].database.moveClock(by: "61 min")
        for client in clients {
            #expect(await eventually { (try? client.get("/v1/admin/stats", token: hour).status) == 401 })
            expect(try client.get("/v1/admin/stats", token: lasting), 200)
        }
    }

    @Test func `the last use of a key is kept, once a minute and behind the reply`() async throws {
        try await TestServer.with { server in
            let key = try await server.key(.read)
            let client = try server.client
            let used = "SELECT count(*) FROM api_keys WHERE last_used_at > now() - interval '1 min'"
            #expect(try server.database.psql(used) == "0")
            let call = { expect(try client.get("/v1/admin/stats", token: key), 200) }
            try call()
            #expect(try await eventually { try server.database.psql(used) == "1" })
            let version = try server.database.psql("SELECT xmin FROM api_keys")
            for _ in 0..<20 { try call() }
            let other = try await server.key(.read)
            expect(try client.get("/v1/admin/stats", token: other), 200)
            // What was written after is there, and the first was not written again.
            #expect(try await eventually { try server.database.psql(used) == "2" })
            let versions = try server.database.psql("SELECT xmin FROM api_keys ORDER BY created_at LIMIT 1")
            #expect(versions == version)
        }
    }

    @Test func `whoever knows a key's id alone leaves no trace`() async throws {
        try await TestServer.with { server in
            let (good, guessed) = (try await server.key(.read), try await server.key(.read))
            let client = try server.client
            let wrong = String(guessed.dropLast(20)) + String(repeating: "A", count: 20)
            expectProblem(try client.get("/v1/admin/stats", token: wrong), 401, "unauthenticated")
            expect(try client.get("/v1/admin/stats", token: good), 200)
            let used = "SELECT last_used_at IS NOT NULL FROM api_keys ORDER BY created_at"
            #expect(try await eventually { try server.database.psql(used) == "t\nf" })
        }
    }
}
