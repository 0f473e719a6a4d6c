import Crypto
import Delivery
import HTTP
import JSON
import TestSupport
import Testing

/// A position that no change has had, as a client sends it after a restore, or makes it up.
struct AheadCursorTests {
    private static let path = "/v1/users/me/stream"

    /// A cursor far ahead, of today.
    private static func ahead(of cursor: String?) throws -> String {
        let day = try #require(cursor?.split(separator: ".").last)
        return "999999999.\(day)"
    }

    private static func open(
        _ server: TestServer, _ user: TestUser, after id: String? = nil
    ) throws -> EventStreamClient {
        try EventStreamClient(port: server.port, path: path, token: user.token, lastID: id)
    }

    /// The cursor behind the state, once all processes write what streams need.
    private static func confirmedCursor(_ client: TestClient, _ user: TestUser) async throws -> String {
        let found = try await eventually { () -> String? in
            let first = try client.get("/v1/users/me/changes", token: user.token)
            let cursor = first.json["next_cursor"]?.string ?? ""
            let second = try client.get("/v1/users/me/changes?after=\(cursor)", token: user.token)
            return second.json["state"] == nil ? cursor : nil
        }
        return try #require(found)
    }

    /// All streams of a process read changes together, from where the first one begins.
    @Test func `streams ahead of the last change get the state, and stop no other stream`() async throws {
        var options = TestServer.Options()
        options.loops = 1
        try await TestServer.with(options) { server in
            let client = try server.client
            let (anne, mallory) = (try client.signUp(), try client.signUp())
            let cursor = try await Self.confirmedCursor(client, anne)
            let ahead = try Self.ahead(of: cursor)
            let strangers = try (0..<5).map { _ in try Self.open(server, mallory, after: ahead) }
            for stream in strangers { #expect(try stream.next()?.name == "state") }
            let fresh = try Self.open(server, anne)
            #expect(try fresh.next()?.name == "state")
            let returning = try Self.open(server, anne, after: cursor)
            #expect(returning.head.status == 200)
            let ben = try client.signUp(referredBy: anne.code)
            try client.reachLevel(5, token: ben.token, id: newID())
            for stream in [fresh, returning] {
                #expect(try stream.next("balance")?.json["data"]?["balance"] == 50)
            }
        }
    }

    @Test func `a stream resumes from no day that has not come`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            let cursor = try await Self.confirmedCursor(client, anne)
            let position = try #require(cursor.split(separator: ".").first)
            #expect(try Self.open(server, anne, after: "\(position).999999").next()?.name == "state")
        }
    }

    @Test func `a ticket for a position ahead opens with the state`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            let cursor = try await Self.confirmedCursor(client, anne)
            let after = JSONValue.string(try Self.ahead(of: cursor))
            let reply = try client.send(
                "POST", Self.path + "/tickets", token: anne.token, ["after": after])
            let ticket = try #require(reply.json["ticket"]?.string)
            let stream = try EventStreamClient(port: server.port, path: "\(Self.path)?ticket=\(ticket)")
            #expect(try stream.next()?.name == "state")
        }
    }

    @Test func `a long poll ahead of the last change gets the state at once`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            let cursor = try await Self.confirmedCursor(client, anne)
            let ahead = try Self.ahead(of: cursor)
            let reply = try client.get("/v1/users/me/changes?after=\(ahead)&wait=25", token: anne.token)
            expect(reply, 200)
            #expect(reply.json["state"]?["user"]?["uid"]?.string == anne.uid)
            let next = try #require(reply.json["next_cursor"]?.string)
            #expect(next.utf8.count < ahead.utf8.count)
        }
    }

    @Test func `the feed refuses a cursor ahead of the last change, and says where it goes on`() async throws
    {
        try await TestServer.with(Feed.on) { server in
            let feed = try await Feed(server)
            _ = try feed.client.signUp()
            let cursor = try #require(try feed.page().json["next_cursor"]?.string)
            let position = try #require(cursor.split(separator: ".").first)
            for ahead in [try Self.ahead(of: cursor), "\(position).999999"] {
                let reply = try feed.page("?after=\(ahead)&wait=25")
                expectProblem(reply, 410, "changes-gone")
                let oldest = try #require(reply.json["oldest_cursor"]?.string)
                #expect(try await !feed.changes("?after=\(oldest)").isEmpty)
                let stream = try feed.client.get("/v1/admin/stream?after=\(ahead)", token: feed.key)
                expectProblem(stream, 410, "changes-gone")
            }
        }
    }

    /// Rows of days before the one before the cursor's are not read.
    @Test func `a cursor that would pass over earlier days is no position`() async throws {
        try await TestServer.with(Feed.on) { server in
            let feed = try await Feed(server)
            let anne = try feed.client.signUp()
            let cursor = try await Self.confirmedCursor(feed.client, anne)
            let parts = cursor.split(separator: ".")
            try feed.client.reachLevel(5, token: anne.token, id: newID())
            try server.database.tamper("UPDATE changes SET day = day - 9")
            expectProblem(try feed.page("?after=\(cursor)"), 410, "changes-gone")
            expectProblem(try feed.page("?after=0.\(parts[1])"), 410, "changes-gone")
            #expect(try await !feed.changes("?after=0.0").isEmpty)
            let reply = try feed.client.get("/v1/users/me/changes?after=\(cursor)", token: anne.token)
            #expect(reply.json["state"]?["user"]?["uid"]?.string == anne.uid)
            #expect(try Self.open(server, anne, after: cursor).next()?.name == "state")
        }
    }
}
