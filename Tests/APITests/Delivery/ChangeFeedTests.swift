import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// The feed of changes, through HTTP.
struct ChangeFeedTests {
    private static let on = Feed.on

    private static func types(_ changes: [JSONValue]) -> [String] {
        changes.compactMap { $0["type"]?.string }
    }

    @Test func `a friend's way to level 5, in order, without gaps for each player`() async throws {
        try await TestServer.with(Self.on) { server in
            let feed = try await Feed(server)
            let anne = try feed.client.signUp()
            let ben = try feed.client.signUp(referredBy: anne.code)
            try feed.client.reachLevel(5, token: ben.token, id: newID())
            let all = try await feed.changes()
            let bens = all.filter { $0["subject"]?.string == ben.uid }
            #expect(Self.types(bens) == ["user.created", "referral.recorded", "level.reached"])
            let annes = all.filter { $0["subject"]?.string == anne.uid }
            #expect(
                Self.types(annes).suffix(2) == ["reward.paid", "balance.changed"], "\(Self.types(annes))")
            #expect(annes.last?["data"]?["amount"] == 50)
            for subject in [anne.uid, ben.uid] {
                let sequences = all.filter { $0["subject"]?.string == subject }.map { $0["sequence"] }
                #expect(sequences == (1...sequences.count).map { .integer(Int64($0)) })
            }
            let ids = all.compactMap { $0["id"]?.string }
            #expect(Set(ids).count == all.count)
        }
    }

    @Test func `pages of one go through all, once, and the last cursor finds what comes later`() async throws
    {
        try await TestServer.with(Self.on) { server in
            let feed = try await Feed(server)
            for _ in 0..<3 { _ = try feed.client.signUp() }
            let all = try await feed.changes()
            var (read, cursor): ([JSONValue], String?) = ([], nil)
            while true {
                let reply = try feed.page("?limit=1" + (cursor.map { "&after=\($0)" } ?? ""))
                cursor = reply.json["next_cursor"]?.string
                let changes = try #require(reply.json["changes"]?.array)
                if changes.isEmpty { break }
                read += changes
            }
            #expect(read == all)
            let after = try #require(cursor)
            #expect(try await feed.changes("?after=\(after)").isEmpty)
            let late = try feed.client.signUp()
            let found = try await feed.changes("?after=\(after)&wait=5&types=user.created")
            #expect(found.map { $0["subject"]?.string } == [late.uid])
            #expect(try await feed.changes("?subject=\(late.uid)").first == found.first)
        }
    }

    @Test func `off, it is 409, and nothing is written`() async throws {
        try await TestServer.with { server in
            let feed = try await Feed(server)
            expectProblem(try feed.page(), 409, "changes-off")
            let before = try server.database.psql("SELECT count(*) FROM changes")
            let anne = try feed.client.signUp()
            let ben = try feed.client.signUp(referredBy: anne.code)
            try feed.client.reachLevel(5, token: ben.token, id: newID())
            #expect(try server.database.psql("SELECT count(*) FROM changes") == before)
        }
    }

    @Test func `a cursor that is no longer kept is 410 and says where it goes on`() async throws {
        try await TestServer.with(Self.on) { server in
            let feed = try await Feed(server)
            _ = try feed.client.signUp()
            let cursor = try #require(try feed.page().json["next_cursor"]?.string)
            _ = try feed.client.signUp()
            _ = try server.database.psql(
                """
                UPDATE change_retention SET gone_position = (SELECT max(position) FROM changes),
                    gone_day = (now() AT TIME ZONE 'UTC')::date
                """)
            let reply = try feed.page("?after=\(cursor)")
            expectProblem(reply, 410, "changes-gone")
            let oldest = try #require(reply.json["oldest_cursor"]?.string)
            #expect(try await feed.changes("?after=\(oldest)").isEmpty)
        }
    }

    @Test(arguments: [
        "after=1", "after=x.y", "after=-1.2", "types=nothing", "limit=0", "limit=1001", "wait=26",
    ])
    func `a wrong query is refused`(query: String) async throws {
        try await TestServer.with(Self.on) { server in
            let feed = try await Feed(server)
            expectProblem(try feed.page("?\(query)"), 422, "validation")
        }
    }

    @Test func `an export says where the feed goes on after it`() async throws {
        try await TestServer.with(Self.on) { server in
            let feed = try await Feed(server)
            _ = try feed.client.signUp()
            let export = try feed.client.get("/v1/admin/export?what=users", token: feed.key)
            let cursor = try #require(export[header: "changes-cursor"])
            let ben = try feed.client.signUp()
            #expect(try await feed.changes("?after=\(cursor)").last?["subject"]?.string == ben.uid)
        }
    }

    /// Debezium's outbox event router is configured with these.
    @Test func `the outbox keeps the names of its columns`() async throws {
        try await TestServer.with(Self.on) { server in
            let names = try server.database.psql(
                """
                SELECT string_agg(attname, ' ' ORDER BY attnum) FROM pg_attribute
                WHERE attrelid = 'changes'::regclass AND attnum > 0
                """)
            #expect(names == "day position id type subject sequence occurred_at payload trace")
        }
    }

    @Test func `an erased player's changes are gone, but for the last`() async throws {
        try await TestServer.with(Self.on) { server in
            let feed = try await Feed(server)
            let anne = try feed.client.signUp()
            let ben = try feed.client.signUp(referredBy: anne.code)
            try feed.client.reachLevel(5, token: ben.token, id: newID())
            let admin = try await server.key(.admin)
            expect(try feed.client.send("DELETE", "/v1/admin/users/\(ben.uid)", token: admin), 204)
            #expect(try await Self.types(feed.changes("?subject=\(ben.uid)")) == ["user.erased"])
        }
    }
}
