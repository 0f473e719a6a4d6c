import Accounts
import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// `POST /v1/events/batch`.
struct EventBatchTests {
    private func post(_ events: [JSONValue], _ token: String, _ client: TestClient) throws -> TestClient.Reply
    {
        try client.send("POST", "/v1/events/batch", token: token, ["events": .array(events)])
    }

    private func level(_ level: Int64, of uid: String? = nil, id: String = newID()) -> JSONValue {
        var members: [String: JSONValue] = ["type": "level_reached", "level": .integer(level)]
        if let uid { members["uid"] = .string(uid) }
        return TestClient.event(members, id: id)
    }

    @Test func `answers each event in order, and each fails alone`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            let ben = try client.signUp(referredBy: anne.code)
            let key = try await server.key(.server)
            let id = newID()
            let reply = try post(
                [
                    level(4, of: ben.uid), level(6, of: ben.uid, id: id), level(6, of: ben.uid, id: id),
                    level(7, of: ben.uid, id: id), level(8), level(9, of: newID()), level(0, of: ben.uid), 5,
                    .object([]), level(3, of: anne.uid),
                ], key, client)
            expect(reply, 200)
            #expect(reply.json.names == ["results"])
            let results = try #require(reply.json["results"]?.array)
            #expect(
                results.map { $0["status"]?.integer } == [200, 200, 200, 422, 422, 422, 422, 422, 422, 200])
            #expect(results[0].names == ["status", "event", "user", "rewards", "decisions"])
            #expect(results[0]["user"]?["level"] == 4)
            #expect(results[1]["rewards"]?[0]?["rule"] == "level-5")
            #expect(results[1]["event"]?["replayed"] == false)
            #expect(results[2]["event"]?["replayed"] == true)
            #expect(results[2]["rewards"] == results[1]["rewards"])
            #expect(results[2]["user"] == results[1]["user"])
            #expect(results[3].names == ["status", "problem"])
            #expect(results[3]["problem"]?["type"] == "/problems/event-id-reused")
            let mistakes = results[4...8].map { result in
                (result["problem"]?["errors"]?.array ?? []).map {
                    "\($0["pointer"]?.string ?? "") \($0["code"]?.string ?? "")"
                }
            }
            #expect(
                mistakes == [
                    ["/events/4/uid required"], ["/events/5/uid unknown_user"],
                    ["/events/6/level out_of_range"], ["/events/7 wrong_type"],
                    ["/events/8/id required", "/events/8/type required"],
                ])
            #expect(results[9]["user"]?["uid"]?.string == anne.uid)
            #expect(try client.balance(token: anne.token) == 50)
            #expect(try client.get("/v1/users/me", token: ben.token).json["user"]?["level"] == 6)
        }
    }

    @Test func `shows a user its own rewards only, and takes no events of others`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            let ben = try client.signUp(referredBy: anne.code)
            let reply = try post(
                [level(5), level(6, of: ben.uid), level(7, of: anne.uid)], ben.token, client)
            let results = try #require(reply.json["results"]?.array)
            #expect(results.map { $0["status"]?.integer } == [200, 200, 422])
            #expect(results[0].names == ["status", "event", "user", "rewards"])
            #expect(results[0]["rewards"] == [])
            #expect(
                results[2]["problem"]?["errors"]?[0]?["pointer"] == "/events/2/uid")
            #expect(try client.balance(token: anne.token) == 50)
        }
    }

    @Test func `answers a batch sent again with the first replies`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let ben = try client.signUp()
            let events = [level(5), level(2), level(9)]
            let first = try post(events, ben.token, client)
            let again = try post(events + [level(1)], ben.token, client)
            let replayed = (again.json["results"]?.array ?? []).map { $0["event"]?["replayed"] }
            #expect(replayed == [true, true, true, false])
            #expect(
                again.json["results"]?.array?.prefix(3).map { $0["user"] }
                    == first.json["results"]?.array?.map { $0["user"] })
        }
    }

    @Test func `takes a thousand events, and not one more`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let ben = try client.signUp()
            let events = (1...1001).map { level($0) }
            let reply = try post(Array(events.prefix(1000)), ben.token, client)
            expect(reply, 200)
            #expect(reply.json["results"]?.array?.count == 1000)
            #expect(reply.json["results"]?[999]?["user"]?["highest_level"] == 1000)
            expectProblem(
                try post(events, ben.token, client), 422, "validation", mistakes: ["/events too_long"])
            expectProblem(try post([], ben.token, client), 422, "validation", mistakes: ["/events too_short"])
            expectProblem(
                try client.send("POST", "/v1/events/batch", token: ben.token, ["events": 5, "more": 1]), 422,
                "validation", mistakes: ["/events wrong_type", "/more unknown_field"])
        }
    }

    @Test func `takes a body of 1 MiB, and not one byte more`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let ben = try client.signUp()
            let body = JSONWriter.bytes(of: ["events": [level(5)]] as JSONValue)
            for (bytes, status) in [(1_048_576, 200), (1_048_577, 413)] {
                let client = try server.client
                let head = """
                    POST /v1/events/batch HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(ben.token)\r\n\
                    Content-Type: application/json\r\nContent-Length: \(bytes)\r\n\r\n
                    """
                try client.http.send(
                    Array(head.utf8) + body + Array(repeating: 0x20, count: bytes - body.count))
                let reply = try client.reply()
                #expect(reply.status == status, "\(reply.text)")
                if status == 413 {
                    expectProblem(reply, 413, "content-too-large")
                    #expect(try client.http.isEnded())
                }
            }
        }
    }
}
