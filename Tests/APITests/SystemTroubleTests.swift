import Crypto
import EventLoops
import HTTP
import JSON
import TestSupport
import Testing

/// PostgreSQL's own trouble is nobody's mistake: come again later, and the log says what it was.
struct SystemTroubleTests {
    @Test func `trouble of PostgreSQL's machine is a 503, and the log has its cause`() async throws {
        try await withLog { server, log in
            let user = try server.client.signUp()
            for code in ["53100", "53200", "57P05", "58000", "58030", "58P01", "25006"] {
                try refuseEvents(on: server, code)
                let reply = try server.client.event(["type": "level_reached", "level": 5], token: user.token)
                expectProblem(reply, 503, "unavailable")
                #expect(reply[header: "retry-after"] != nil, "\(code)")
                let line = try #require(
                    try await eventually { try log.lines.first { $0["sqlstate"]?.string == code } })
                #expect(line["cause"] == "no room for InsertEvents")
                // A lone event has a statement of its own on Citus.
                #expect(line["statement"]?.string == (TestEngine.isCitus ? "InsertEvent" : "InsertEvents"))
            }
        }
    }

    @Test func `trouble that lasts is a line a second, which counts, and splits no batch`() async throws {
        try await withLog { server, log in
            let user = try server.client.signUp()
            try refuseEvents(on: server, "53100")
            let began = MonotonicInstant.now
            let client = try server.client
            for _ in 0..<40 {
                let reply = try client.event(["type": "level_reached", "level": 5], token: user.token)
                expectProblem(reply, 503, "unavailable")
            }
            let key = try await server.key(.server)
            let events = (0..<50).map { _ -> JSONValue in
                [
                    "id": .string(newID()), "type": "level_reached", "level": 5,
                    "uid": .string(user.uid),
                ]
            }
            let reply = try client.send("POST", "/v1/events/batch", token: key, ["events": .array(events)])
            #expect(reply.status == 503)
            func lines() throws -> [JSONValue] { try log.lines.filter { $0["sqlstate"] == "53100" } }
            func count() throws -> Int {
                try lines().compactMap { $0["count"]?.string.flatMap { Int($0) } }.reduce(0, +)
            }
            #expect(try await eventually { try count() >= 41 })
            #expect(try count() == 41)
            let seconds = MonotonicInstant.now.milliseconds(since: began) / 1_000
            #expect(try lines().count <= 2 + seconds)
        }
    }

    @Test func `an error of ours stays a 500, and its words stay out of the log`() async throws {
        try await withLog { server, log in
            let user = try server.client.signUp()
            try refuseEvents(on: server, "22012")
            let reply = try server.client.event(["type": "level_reached", "level": 5], token: user.token)
            expectProblem(reply, 500, "internal-error")
            let line = try #require(
                try await eventually { try log.lines.first { $0["sqlstate"] == "22012" } })
            #expect(line["cause"] == nil)
        }
    }

    private func refuseEvents(on server: TestServer, _ code: String) throws {
        try server.database.psql(
            """
            CREATE OR REPLACE FUNCTION refuse_events() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN RAISE EXCEPTION 'no room for InsertEvents' USING ERRCODE = '\(code)'; END $$;
            CREATE OR REPLACE TRIGGER refuse_events BEFORE INSERT ON events
                FOR EACH ROW EXECUTE FUNCTION refuse_events();
            """)
    }

    private func withLog(_ body: (TestServer, TestLog) async throws -> Void) async throws {
        let log = try TestLog()
        var options = TestServer.Options()
        options.log = log
        try await TestServer.with(options) { try await body($0, log) }
    }
}
