import API
import Crypto
import EventLoops
import HTTP
import Invitations
import JSON
import TestSupport
import Testing

/// Whoever opens links as fast as the wire allows is answered, and doesn't fill the ledger's disk.
struct LinkFloodTests {
    private static let connections = 16
    private static let openings = 100
    /// Five rows a second: storing each opening would take ten minutes, which no machine needs for the flood.
    private static let budget = 1_024

    @Test
    func `a flood from sixteen connections is answered and counted, and stores no more than the budget`()
        async throws
    {
        var limits = ClickStorage.Limits()
        limits.bytesPerSecond = Self.budget
        var options = TestServer.Options.links
        options.clicks = ClickStorage(limits)
        try await TestServer.with(options) { server in
            let key = try await server.key(.server)
            let link = try server.client.shorten(["alias": "flood"], token: key)
            let before = try bytes(in: server)
            let began = MonotonicInstant.now
            let statuses = try await flood(server, link)
            #expect(statuses == [302: 2 * Self.connections * Self.openings])
            let opened = Self.connections * Self.openings
            let counted = try await server.client.statistics(of: "flood", token: key) {
                $0["totals"]?["clicks"]?.integer == Int64(opened)
            }
            #expect(counted["totals"]?["clicks"]?.integer == Int64(opened))
            #expect(counted["totals"]?["redirects"]?.integer == Int64(opened))
            #expect(counted["by_platform"]?["android"]?["clicks"]?.integer == Int64(opened))
            let seconds = Int(MonotonicInstant.now.milliseconds(since: began)) / 1_000 + 2
            // Where one writer waits for another, PostgreSQL makes a table longer by many pages at once.
            try server.database.psql("VACUUM clicks")
            // Each of the three indexes and the map of free space begin with a few pages.
            let taken = try bytes(in: server) - before
            let empty = 131_072 * (TestEngine.isCitus ? TestEngine.shards : 1)
            #expect(taken <= seconds * Self.budget + empty, "\(taken) bytes in \(seconds) s")
            let rows = try #require(Int(try server.database.psql("SELECT count(*) FROM clicks")))
            #expect(rows > 0 && rows < 2 * opened)
            // As `ClickStorage` counts them: a second's worth may be taken at once.
            #expect(rows * 192 <= seconds * Self.budget, "\(rows) rows in \(seconds) s")
            #expect(
                try server.database.psql("SELECT count(*) FROM clicks WHERE long_link IS NOT NULL") == "0")
        }
    }

    private func bytes(in server: TestServer) throws -> Int {
        try #require(Int(try server.database.psql("SELECT sum(bytes) FROM click_partitions")))
    }

    /// Opens the short link and a random long one by turns, on each connection; how often which status came.
    private func flood(_ server: TestServer, _ link: String) async throws -> [Int: Int] {
        try await withThrowingTaskGroup(of: [Int].self) { group in
            for _ in 0..<Self.connections {
                group.addTask { try await onLoop { _ in try Self.open(link, through: try server.client) } }
            }
            var statuses: [Int: Int] = [:]
            for try await some in group { for status in some { statuses[status, default: 0] += 1 } }
            return statuses
        }
    }

    private static func open(_ link: String, through client: TestClient) throws -> [Int] {
        let phone = Opener.android(at: "192.0.2.1")
        return try (0..<openings).flatMap { _ in
            let noise = (0..<220).map { _ in String(UInt64.random(in: 0 ... .max), radix: 16) }.joined()
            let long =
                "https://go.example.com/?link=https%3A%2F%2Fexample.com%2F\(noise)&apn=com.example.game"
            return [try client.open(link, as: phone).status, try client.open(long, as: phone).status]
        }
    }
}
