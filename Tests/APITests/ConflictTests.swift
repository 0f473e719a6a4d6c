import Batching
import Crypto
import EventLoops
import HTTP
import JSON
import TestSupport
import Testing

/// PostgreSQL undoes transactions that are in each other's way; callers hear of it only when it lasts.
struct ConflictTests {
    @Test(arguments: ["40001", "40P01"])
    func `no client hears of a conflict in ten`(code: String) async throws {
        try await TestServer.with { server in
            let user = try server.client.signUp()
            try conflict(on: server, code, share: 0.1)
            let client = try server.client
            for _ in 0..<300 {
                let reply = try client.event(["type": "level_reached", "level": 3], token: user.token)
                #expect(reply.status == 200)
            }
            #expect(try server.database.psql("SELECT count(*) FROM events") == "300")
        }
    }

    @Test func `not even where each row can be the one`() async throws {
        var options = TestServer.Options()
        // Each event may need several transactions of its own.
        options.coalescer.waitMilliseconds = 50_000
        options.http.handlerTimeoutMilliseconds = 55_000
        try await TestServer.with(options) { server in
            let user = try server.client.signUp()
            let key = try await server.key(.server)
            try conflict(on: server, "40001", share: 0.1)
            let events = (0..<100).map { _ -> JSONValue in
                [
                    "id": .string(newID()), "type": "level_reached", "level": 3,
                    "uid": .string(user.uid),
                ]
            }
            let reply = try server.client.send(
                "POST", "/v1/events/batch", token: key, ["events": .array(events)])
            let statuses = (0..<100).compactMap { reply.json["results"]?[$0]?["status"]?.integer }
            #expect(statuses == Array(repeating: 200, count: 100))
        }
    }

    @Test func `one that lasts is a 503 in time`() async throws {
        var options = TestServer.Options.alone
        options.coalescer.waitMilliseconds = 900
        try await TestServer.with(options) { server in
            let user = try server.client.signUp()
            try conflict(on: server, "40001", share: 1)
            let began = MonotonicInstant.now
            let reply = try server.client.event(["type": "level_reached", "level": 3], token: user.token)
            expectProblem(reply, 503, "unavailable")
            #expect(reply[header: "retry-after"] != nil)
            // Without an end of its own it would last until the handler's, which is ten seconds here.
            #expect(MonotonicInstant.now.milliseconds(since: began) < 5_000)
        }
    }

    private func conflict(on server: TestServer, _ code: String, share: Double) throws {
        try server.database.psql(
            """
            CREATE FUNCTION conflict() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                IF random() < \(share) THEN RAISE EXCEPTION USING ERRCODE = '\(code)'; END IF;
                RETURN NULL;
            END $$;
            CREATE CONSTRAINT TRIGGER conflict AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
                FOR EACH ROW EXECUTE FUNCTION conflict();
            """)
    }
}
