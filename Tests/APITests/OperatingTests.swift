import Batching
import Crypto
import EventLoops
import HTTP
import JSON
import Postgres
import TestSupport
import Testing

/// Health and metrics.
struct OperatingTests {
    /// A caller's time is 0.9 s; the machine may be loaded. A handler's is ten seconds here.
    private static let aboutASecond = Duration.seconds(4)

    @Test func `says that it lives and is ready`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let live = try client.get("/health/live")
            expect(live, 200)
            #expect(live.json == ["status": "live"])
            let ready = try client.get("/health/ready")
            expect(ready, 200)
            #expect(ready.json == ["status": "ready"])
            let head = try client.http.exchange("HEAD /health/live HTTP/1.1\r\nHost: x\r\n\r\n", isHead: true)
            #expect(head.status == 200)
            #expect(head["content-length"] == live[header: "content-length"])
        }
    }

    @Test func `answers 503 at once while the database is away, half-writes nothing, and comes back`()
        async throws
    {
        var options = TestServer.Options.alone
        options.coalescer = CoalescerLimits()
        try await TestServer.with(options) { server in
            let client = try server.client
            var user = try client.signUp()
            try client.link(&user, email: "ben@example.com")
            let level: [String: JSONValue] = ["type": "level_reached", "level": 5]
            let database = server.database
            try database.cluster.psql(
                """
                ALTER DATABASE \(database.name) ALLOW_CONNECTIONS false;
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database.name)';
                """)
            #expect(try await eventually { try client.get("/health/ready").status == 503 })
            let calls: [() throws -> TestClient.Reply] = [
                { try client.get("/health/ready") }, { try client.send("POST", "/v1/users", [:]) },
                { try client.event(level, token: user.token) },
                { try client.get("/v1/users/me", token: user.token) },
                {
                    try client.send(
                        "POST", "/v1/sessions",
                        ["email": "ben@example.com", "password": .string(TestClient.password)])
                },
                {
                    try client.send(
                        "POST", "/v1/sessions/refresh", ["refresh_token": .string(user.refreshToken)])
                },
            ]
            for call in calls {
                let took = try ContinuousClock().measure {
                    let reply = try call()
                    expectProblem(reply, 503, "unavailable")
                    #expect(reply[header: "retry-after"].flatMap { Int($0) } ?? 0 >= 1)
                }
                #expect(took < Self.aboutASecond)
            }
            #expect(try client.get("/health/live").status == 200)
            try database.cluster.psql("ALTER DATABASE \(database.name) ALLOW_CONNECTIONS true")
            #expect(try await eventually { try client.get("/health/ready").status == 200 })
            expect(try client.event(level, token: user.token), 200)
            #expect(try database.psql("SELECT count(*) FROM events WHERE type = 'level_reached'") == "1")
            #expect(try database.psql("SELECT count(*) FROM users") == "1")
        }
    }

    @Test func `a loop has one connection for what processes tell each other`() async throws {
        var options = TestServer.Options()
        options.profile = .test
        try await TestServer.with(options) { server in
            // By what they last said: that they listen, or their heartbeat.
            let listeners = try server.database.psql(
                """
                SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()
                    AND (query LIKE 'LISTEN %' OR query LIKE '% AS heartbeat')
                """)
            #expect(listeners == "\(server.loops.count)")
        }
    }

    @Test func `answers 503 when a queue is full`() async throws {
        var options = TestServer.Options()
        options.coalescer = CoalescerLimits(queueCommandsMax: 10, waitMilliseconds: 8_000)
        try await TestServer.with(options) { server in
            let client = try server.client
            let user = try client.signUp()
            let events = (0..<20).map { _ in TestClient.event(["type": "level_reached", "level": 5]) }
            let reply = try client.send(
                "POST", "/v1/events/batch", token: user.token, ["events": .array(events)])
            if reply.status == 200 {
                let statuses = reply.json["results"]?.array?.map { $0["status"]?.integer } ?? []
                #expect(Set(statuses) == [503], "\(reply.text)")
            } else {
                expectProblem(reply, 503, "unavailable")
            }
            expect(try client.event(["type": "level_reached", "level": 5], token: user.token), 200)
        }
    }

    @Test func `answers within about a second while a lock is held, and writes all or nothing`() async throws
    {
        var options = TestServer.Options.alone
        options.coalescer = CoalescerLimits()
        try await TestServer.with(options) { server in
            let client = try server.client
            let user = try client.signUp()
            let id = newID()
            let level: [String: JSONValue] = ["type": "level_reached", "level": 5]
            let holder = PostgresConfiguration.patient(try server.database.parameters)
            try await onLoop { loop in
                let session = try await PostgresSession.connect(holder, on: loop)
                defer { session.close() }
                try await session.query("BEGIN; LOCK TABLE users")
                let client = try TestClient(port: server.port)
                let took = try ContinuousClock().measure {
                    let reply = try client.event(level, id: id, token: user.token)
                    expectProblem(reply, 503, "unavailable")
                    #expect(reply[header: "retry-after"] != nil)
                }
                #expect(took < Self.aboutASecond)
            }
            // In doubt, the client sends it again.
            let again = try client.event(level, id: id, token: user.token)
            expect(again, 200)
            #expect(again.json["user"]?["level"] == 5)
            #expect(try server.database.psql("SELECT count(*) FROM events") == "1")
        }
    }

    @Test func `counts requests by route pattern, batches, and rewards by rule`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            let ben = try client.signUp(referredBy: anne.code)
            try client.reachLevel(5, token: ben.token, id: newID())
            let key = try await server.key(.read)
            _ = try client.get("/v1/admin/users/\(anne.uid)?x=\(anne.code)", token: key)
            _ = try client.get("/v1/\(anne.uid)")
            try client.send("BREW", "/v1/users")
            // Gauges are published once a second.
            let published = try await eventually {
                let reply = try client.get("/metrics")
                return reply.text.contains("shipmate_queue_commands{") ? reply : nil
            }
            let reply = try #require(published)
            #expect(reply.status == 200)
            #expect(reply[header: "content-type"] == "text/plain; version=0.0.4; charset=utf-8")
            let lines = Set(reply.text.split(separator: "\n").map(String.init))
            for line in [
                #"shipmate_http_requests_total{route="/v1/users",method="POST",status="201"} 2"#,
                #"shipmate_http_requests_total{route="/v1/events",method="POST",status="200"} 1"#,
                #"shipmate_http_requests_total{route="/v1/admin/users/{uid}",method="GET",status="422"} 1"#,
                #"shipmate_http_requests_total{route="",method="GET",status="404"} 1"#,
                #"shipmate_http_requests_total{route="",method="other",status="501"} 1"#,
                #"shipmate_http_request_duration_seconds_count{route="/v1/events"} 1"#,
                #"shipmate_batch_commands_count{kind="events"} 1"#,
                #"shipmate_rewards_total{rule="level-5",status="paid"} 1"#,
            ] {
                #expect(lines.contains(line), "\(line)")
            }
            for name in [
                "shipmate_queue_commands", "shipmate_pool_waits_total", "shipmate_connections_open",
                "shipmate_log_lines_dropped_total",
            ] {
                #expect(lines.contains { $0.hasPrefix(name) }, "\(name)")
            }
            #expect(!reply.text.contains(anne.uid) && !reply.text.contains(anne.code))
            // Every sample is a name, perhaps labels, and a number; every family says what it is.
            for line in lines where !line.hasPrefix("#") {
                #expect(line.wholeMatch(of: /[a-z_]+(\{[^ ]*\})? [0-9.e+-]+/) != nil, "\(line)")
            }
        }
    }
}
