import Batching
import EventLoops
import HTTP
import Postgres
import TestSupport
import Testing

extension Promises.DuringOutages {
    /// Past a limit the caller is told at once, and the server keeps serving.
    @Suite struct OverloadTests {
        private struct Told: Sendable {
            let status: Int
            let retryAfter: String?
            let milliseconds: Int
        }

        @Test func `past the queue's limit a 503 comes at once, and service goes on`() async throws {
            var options = TestServer.Options()
            options.loops = 1
            options.coalescer = CoalescerLimits(
                batchCommandsMax: 1, batchesInFlightMax: 1, queueCommandsMax: 2, waitMilliseconds: 8_000)
            try await TestServer.with(options) { server in
                let client = try server.client
                let ben = try client.signUp()
                let told = try await whileLocked("events", in: server.database) {
                    let line = StartingLine(of: 30)
                    return try await Crowd.run(30) { _ in
                        let client = try TestClient(port: server.port)
                        line.wait()
                        let began = MonotonicInstant.now
                        let reply = try client.reachLevel(3, token: ben.token, id: newID())
                        return Told(
                            status: reply.status, retryAfter: reply[header: "retry-after"],
                            milliseconds: MonotonicInstant.now.milliseconds(since: began))
                    }
                }
                let refused = told.filter { $0.status == 503 }
                // One is in flight, one aside, two wait: these are refused when their time is over.
                #expect(refused.count == 30)
                #expect(refused.allSatisfy { $0.retryAfter == "1" } as Bool)
                #expect(refused.filter { $0.milliseconds < 7_000 }.count >= 20)
                #expect(try client.send("GET", "/health/live").status == 200)
                let next = try client.insist(levelCall(3, token: ben.token, id: newID()))
                #expect(next.status == 200)
                // What was being tried when its caller's time was over may have been done after all.
                let events = try #require(Int(try server.database.psql("SELECT count(*) FROM events")))
                #expect((1...4).contains(events))
            }
        }

        /// Runs `body` while nobody else can touch the table.
        private func whileLocked<Value: Sendable>(
            _ table: String, in database: TestDatabase, _ body: @escaping @Sendable () async throws -> Value
        ) async throws -> Value {
            let configuration = PostgresConfiguration.patient(try database.parameters)
            return try await onLoop { loop in
                let session = try await PostgresSession.connect(configuration, on: loop)
                defer { session.close() }
                try await session.query("BEGIN; LOCK TABLE \(table) IN ACCESS EXCLUSIVE MODE")
                return try await body()
            }
        }

        @Test func `who could not read the revocations after a reconnect reads them later`() async throws {
            try await TestServer.with { server in
                let ben = try server.client.signUp()
                let configuration = PostgresConfiguration.patient(try server.database.parameters)
                try await onLoop { loop in
                    let session = try await PostgresSession.connect(configuration, on: loop)
                    defer { session.close() }
                    try await session.query("BEGIN; LOCK TABLE revocations IN ACCESS EXCLUSIVE MODE")
                    try await session.query(
                        """
                        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                        WHERE datname = current_database() AND pid <> pg_backend_pid()
                        """)
                    // Longer than the lock is waited for.
                    try await loop.sleep(milliseconds: 2_500)
                    let client = try server.client
                    #expect(try client.send("GET", "/v1/users/me", token: ben.token).status == 503)
                    #expect(try client.send("GET", "/health/ready").status == 503)
                }
                let reply = try server.client.insist(Call("GET", "/v1/users/me", token: ben.token))
                #expect(reply.status == 200)
            }
        }

        @Test func `a revocation on one server is honoured by another within a second`() async throws {
            try await TestServer.withTwo { one, other in
                let (here, there) = (try one.client, try other.client)
                for round in 0..<5 {
                    var ben = try here.signUp()
                    let old = ben.token
                    #expect(try there.insist(Call("GET", "/v1/users/me", token: old)).status == 200)
                    if round % 2 == 0 {
                        #expect(
                            try here.insist(Call("DELETE", "/v1/sessions/current", token: old)).status == 204)
                    } else {
                        #expect(try here.link(&ben, email: "ben\(round)@example.com").status == 200)
                    }
                    #expect(try here.send("GET", "/v1/users/me", token: old).status == 401)
                    let isTold = try await soon {
                        try there.send("GET", "/v1/users/me", token: old).status != 200
                    }
                    try #require(isTold)
                    #expect(try there.insist(Call("GET", "/v1/users/me", token: old)).status == 401)
                }
            }
        }
    }
}
