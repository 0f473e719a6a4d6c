import EventLoops
import HTTP
import JSON
import Migrations
import Postgres
import TestSupport
import Testing

/// An installation from before clicks lay in partitions keeps them, and opens links meanwhile.
@Suite struct ClickUpgradeTests {
    private static let before = Migrations.all.firstIndex { $0.name == "click_bound" } ?? 0
    /// The first of them is of a long link; the last has an id of a clock that runs ahead.
    private static let rows = """
        INSERT INTO clicks (id, clicked_at, device_hash, agent_hash, platform, code, long_link)
        SELECT (lpad(to_hex((extract(epoch FROM now()) * 1000)::bigint - n * 60000), 12, '0')
            || '70008' || lpad(to_hex(n), 15, '0'))::uuid, now() - n * interval '1 min', n, n, 'android',
            CASE WHEN n > 1 THEN 'code' END,
            CASE WHEN n = 1 THEN 'https://go.example.com/?link=https%3A%2F%2Fexample.com%2Fplay' END
        FROM generate_series(1, 20000) AS n;
        INSERT INTO clicks (id, clicked_at, platform) VALUES ('ffffffff-0000-7000-8000-000000000000', now(), 'ios');
        """

    @Test func `clicks from before are kept as the first partition, and can be claimed`() async throws {
        try await wellWithinADay()
        let database = try await TestDatabase.make()
        try await database.migrate(upTo: Self.before)
        try database.psql(Self.rows)
        let first = try database.psql("SELECT id FROM clicks WHERE long_link IS NOT NULL")
        let traffic = try await openingMeanwhile(database) {
            try await database.migrate(upTo: Migrations.all.count)
        }
        #expect(traffic > 0)
        let kept = "SELECT count(*) FROM clicks WHERE platform = 'android'"
        #expect(try database.psql(kept) == "\(20_000 + traffic)")
        #expect(try database.psql("SELECT count(*) FROM clicks WHERE platform = 'ios'") == "0")
        // The first ends with today or, made in its last hour, with tomorrow.
        #expect(
            try database.psql("SELECT max(until) - (now() AT TIME ZONE 'UTC')::date FROM click_partitions")
                == "4")
        let server = try await TestServer.start(on: database, .links)
        let reply = Result {
            try server.client.claim(["link_click_id": .string(first)], as: .android(at: "192.0.2.1"))
        }
        await server.stop()
        try await database.drop()
        #expect(try reply.get().json["match"] == "unique")
        #expect(try reply.get().json["link"]?["link"] == "https://example.com/play")
    }

    /// Stores clicks as a server of the version before does, while `body` runs; how many.
    private func openingMeanwhile(
        _ database: TestDatabase, _ body: () async throws -> Void
    ) async throws -> Int {
        let isDone = Locked(false)
        async let stored = onLoop { _ in
            var stored = 0
            repeat {
                try database.psql(
                    """
                    SET ROLE shipmate_service;
                    INSERT INTO clicks (id, clicked_at, device_hash, agent_hash, platform, code, long_link)
                    SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0')
                        || '70009' || substr(md5(random()::text), 1, 15))::uuid, now(), 1, 1, 'android', 'code', NULL
                    """)
                stored += 1
            } while !isDone.withLock { $0 }
            return stored
        }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        isDone.withLock { $0 = true }
        let count = try await stored
        try outcome.get()
        return count
    }
}
