import Crypto
import Delivery
import HTTP
import JSON
import TestSupport
import Testing

/// The stream of a user, as an app reads it.
struct UserStreamTests {
    private static let path = "/v1/users/me/stream"

    private static func open(
        _ server: TestServer, _ user: TestUser, after id: String? = nil
    ) throws -> EventStreamClient {
        try EventStreamClient(port: server.port, path: path, token: user.token, lastID: id)
    }

    /// A stream from which can be resumed: all processes know of it.
    private static func openConfirmed(
        _ server: TestServer, _ user: TestUser
    ) throws -> (EventStreamClient, EventStreamClient.Event) {
        let stream = try open(server, user)
        while let state = try stream.next("state") {
            if state.id != nil { return (stream, state) }
        }
        throw RawHTTPClient.Failure.closed(received: "no state with an id")
    }

    @Test func `the state, and then Anne sees that she is paid the moment Ben reaches level 5`() async throws
    {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            let stream = try Self.open(server, anne)
            #expect(stream.head.status == 200)
            #expect(stream.head["content-type"] == "text/event-stream")
            #expect(stream.head["cache-control"] == "no-cache, no-transform")
            #expect(stream.head["x-accel-buffering"] == "no")
            let state = try #require(try stream.next())
            #expect(state.name == "state")
            #expect(state.json["user"]?["uid"]?.string == anne.uid)
            #expect(state.json["balances"] == [:])
            #expect(state.json["counts"]?["referred"] == 0)
            #expect(stream.retryMilliseconds == 3_000)
            // Until all processes know of the stream, the state comes again.
            var last: EventStreamClient.Event? = state
            while last?.id == nil { last = try stream.next("state") }
            let ben = try client.signUp(referredBy: anne.code)
            try client.reachLevel(5, token: ben.token, id: newID())
            let reward = try #require(try stream.next("reward"))
            #expect(reward.json["data"]?["reward"]?["subject"]?.string == ben.uid)
            let balance = try #require(try stream.next("balance"))
            #expect(balance.json["subject"]?.string == anne.uid)
            #expect(balance.json["data"]?["balance"] == 50)
        }
    }

    @Test func `it resumes where it was left, and with the state where changes may be missing`() async throws
    {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            let (first, state) = try Self.openConfirmed(server, anne)
            _ = first
            let ben = try client.signUp(referredBy: anne.code)
            try client.reachLevel(5, token: ben.token, id: newID())
            let again = try Self.open(server, anne, after: state.id)
            #expect(try again.next()?.name == "reward")
            let balance = try #require(try again.next())
            #expect(balance.name == "balance")
            #expect(try Self.open(server, anne, after: "0.0").next()?.name == "state")
            #expect(try Self.open(server, anne, after: "nonsense").next()?.name == "state")
            // After the last one nothing is repeated: what comes next is new.
            let last = try Self.open(server, anne, after: balance.id)
            let cem = try client.signUp(referredBy: anne.code)
            try client.reachLevel(5, token: cem.token, id: newID())
            #expect(try last.next()?.json["data"]?["reward"]?["subject"]?.string == cem.uid)
        }
    }

    @Test func `a ticket opens it once`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let description = try Description(client)
            let anne = try client.signUp()
            let reply = try client.send("POST", Self.path + "/tickets", token: anne.token, [:])
            description.check(reply, to: "POST", Self.path + "/tickets")
            expect(reply, 201)
            let ticket = try #require(reply.json["ticket"]?.string)
            let stream = try EventStreamClient(port: server.port, path: "\(Self.path)?ticket=\(ticket)")
            #expect(try stream.next()?.name == "state")
            let used = try EventStreamClient(port: server.port, path: "\(Self.path)?ticket=\(ticket)")
            #expect(used.head.status == 204)
            let forged = String(ticket.dropLast()) + (ticket.last == "A" ? "B" : "A")
            let refused = try client.get("\(Self.path)?ticket=\(forged)")
            expectProblem(refused, 401, "unauthenticated")
            expectProblem(try client.get(Self.path), 401, "unauthenticated")
        }
    }

    @Test func `signing out ends it`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            let stream = try Self.open(server, anne)
            #expect(try stream.next()?.name == "state")
            #expect(try client.send("DELETE", "/v1/sessions/current", token: anne.token).status == 204)
            let end = try #require(try stream.next("end"))
            #expect(end.json["type"] == "/problems/unauthenticated")
            #expect(try stream.next() == nil)
        }
    }

    @Test func `the sixth of a session ends the first`() async throws {
        try await TestServer.with { server in
            let anne = try server.client.signUp()
            let streams = try (0..<6).map { _ in
                let stream = try Self.open(server, anne)
                #expect(try stream.next()?.name == "state")
                return stream
            }
            let end = try #require(try streams[0].next("end"))
            #expect(end.json["type"] == "/problems/too-many-requests")
            #expect(try streams[0].next() == nil)
        }
    }

    @Test func `by long polling the same comes`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let description = try Description(client)
            let anne = try client.signUp()
            func page(_ query: String = "") throws -> TestClient.Reply {
                let reply = try client.get("/v1/users/me/changes\(query)", token: anne.token)
                description.check(reply, to: "GET", "/v1/users/me/changes")
                expect(reply, 200)
                return reply
            }
            let first = try page()
            #expect(first.json["state"]?["user"]?["uid"]?.string == anne.uid)
            // Until all processes know of the listener, the state comes again.
            let found = try await eventually { () -> String? in
                let cursor = try page().json["next_cursor"]?.string ?? ""
                return try page("?after=\(cursor)").json["state"] == nil ? cursor : nil
            }
            let cursor = try #require(found)
            let ben = try client.signUp(referredBy: anne.code)
            try client.reachLevel(5, token: ben.token, id: newID())
            var (types, next): ([String], String?) = ([], cursor)
            while types.last != "balance.changed", let after = next {
                let reply = try page("?after=\(after)&wait=25")
                types += reply.json["changes"]?.array?.compactMap { $0["type"]?.string } ?? []
                next = reply.json["next_cursor"]?.string
            }
            #expect(types.suffix(2) == ["reward.paid", "balance.changed"])
        }
    }

    @Test func `the feed as a stream goes on after the last event`() async throws {
        var options = TestServer.Options()
        options.delivery = DeliveryConfiguration(isFeedOn: true)
        try await TestServer.with(options) { server in
            let client = try server.client
            let key = try await server.key(.read)
            let anne = try client.signUp()
            let stream = try EventStreamClient(port: server.port, path: "/v1/admin/stream", token: key)
            let created = try #require(try stream.next("user.created"))
            #expect(created.json["subject"]?.string == anne.uid)
            let again = try EventStreamClient(
                port: server.port, path: "/v1/admin/stream", token: key, lastID: created.id)
            let ben = try client.signUp()
            #expect(try again.next()?.json["subject"]?.string == ben.uid)
        }
    }
}
