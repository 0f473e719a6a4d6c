import Accounts
import Crypto
import FoundationEssentials
import HTTP
import JSON
import Postgres
import TestSupport
import Testing

/// Tables taken out whole.
struct ExportTests {
    private struct Export {
        let head: String
        let body: String
        /// Whether the last chunk came.
        let isWhole: Bool

        var lines: [String] {
            body.components(separatedBy: body.contains("\r\n") ? "\r\n" : "\n").filter { !$0.isEmpty }
        }
    }

    private func export(_ server: TestServer, _ query: String, key: String) throws -> Export {
        let client = try RawHTTPClient(port: server.port, timeoutMilliseconds: 180_000)
        try client.send(
            "GET /v1/admin/export?\(query) HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer \(key)\r\n\r\n")
        let bytes = try client.readToEnd()
        let end = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)))
        var rest = bytes[end.upperBound...]
        var body: [UInt8] = []
        while let line = rest.firstRange(of: Array("\r\n".utf8)) {
            let count = try #require(
                Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16))
            let piece = rest[line.upperBound...].prefix(count)
            if count == 0 { break }
            body += piece
            rest = rest[(line.upperBound + piece.count)...].dropFirst(2)
        }
        return Export(
            head: String(decoding: bytes[..<end.lowerBound], as: UTF8.self),
            body: String(decoding: body, as: UTF8.self),
            isWhole: bytes.suffix(5).elementsEqual(Array("0\r\n\r\n".utf8)))
    }

    @Test func `what there is comes as CSV and as NDJSON, the same rows of each`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            var ben = try client.signUp(referredBy: anne.code)
            try client.link(&ben, email: "ben@example.com")
            try client.reachLevel(5, token: ben.token, id: newID())
            try client.move(7, .adjustment, of: anne.uid, reason: "=1+1", key: try await server.key(.admin))
            let key = try await server.key(.read)
            let counts = ["users": 2, "rewards": 2, "ledger": 3, "referrals": 1, "events": 2]
            for (what, count) in counts {
                let csv = try export(server, "what=\(what)", key: key)
                #expect(csv.head.contains("Content-Type: text/csv; charset=utf-8") && csv.isWhole)
                let json = try export(server, "what=\(what)&format=ndjson", key: key)
                #expect(json.head.contains("Content-Type: application/x-ndjson") && json.isWhole)
                #expect(csv.lines.count == count + 1 && json.lines.count == count, "\(what): \(csv.body)")
                let names = csv.lines[0].split(separator: ",").map(String.init)
                for line in json.lines { #expect(try JSONParser.parse(Array(line.utf8)).names == names) }
            }
            let ledger = try export(server, "what=ledger", key: key)
            #expect(ledger.body.contains(#","'=1+1","#))
            #expect(!ledger.body.contains("\u{FEFF}"))
            let rows = try export(server, "what=ledger&format=ndjson", key: key)
            #expect(rows.body.contains(#""reason":"=1+1""#))
            try client.move(
                7, .adjustment, of: anne.uid, reason: "x; =1+1", key: try await server.key(.admin))
            #expect(try export(server, "what=ledger", key: key).body.contains(",\"x; \u{2019}=1+1\","))
            #expect(try export(server, "what=audit", key: key).body.contains("ledger.adjustment"))
            let none = try export(server, "what=users&until=2020-01-01T00:00:00Z", key: key)
            #expect(none.lines.count == 1 && none.isWhole)
            let all = try export(server, "what=users&from=2020-01-01T00:00:00Z", key: key)
            #expect(all.lines.count == 3)
        }
    }

    @Test func `what fails before its first row is answered with a problem`() async throws {
        try await TestServer.with { server in
            let key = try await server.key(.read)
            let configuration = PostgresConfiguration.patient(try server.database.parameters)
            try await onLoop { loop in
                let session = try await PostgresSession.connect(configuration, on: loop)
                defer { session.close() }
                try await session.query("BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE")
                let client = try server.client
                for format in ["csv", "ndjson"] {
                    let reply = try client.get("/v1/admin/export?what=users&format=\(format)", token: key)
                    expectProblem(reply, 503, "unavailable")
                }
            }
            #expect(try export(server, "what=users&format=ndjson", key: key).isWhole)
        }
    }

    @Test func `many rows come all, each once, fifty thousand a second and more`() async throws {
        try await TestServer.with { server in
            let count = 100_000
            try addUsers(count, server)
            let key = try await server.key(.read)
            let began = ContinuousClock.now
            let users = try export(server, "what=users", key: key)
            let seconds = (ContinuousClock.now - began) / .seconds(1)
            #expect(users.isWhole && users.lines.count == count + 1)
            #expect(Set(users.lines).count == count + 1)
            print("exported \(Int(Double(count) / seconds)) rows a second")
        }
    }

    private func addUsers(_ count: Int, _ server: TestServer) throws {
        try server.database.psql(
            """
            INSERT INTO users (uid, referral_code, created_at)
            SELECT gen_random_uuid(), lpad(i::text, 10, '0'), now() FROM generate_series(1, \(count)) AS i;
            ANALYZE users
            """)
    }

    /// A client that reads nothing keeps its export waiting: the table is more than sockets hold.
    private func stall(_ server: TestServer, key: String) throws -> RawHTTPClient {
        let client = try RawHTTPClient(port: server.port)
        try client.send(
            "GET /v1/admin/export?what=users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(key)\r\n\r\n")
        return client
    }

    @Test func `while one is under way another is refused, and says when to come back`() async throws {
        try await TestServer.with { server in
            try addUsers(100_000, server)
            let key = try await server.key(.read)
            func another() throws -> TestClient.Reply {
                try server.client.get("/v1/admin/export?what=audit&until=2020-01-01T00:00:00Z", token: key)
            }
            var slow = try (0..<8).map { _ in try stall(server, key: key) }
            let refused = try await eventually {
                let reply = try another()
                return reply.status == 503 ? reply : nil
            }
            let reply = try #require(refused)
            expectProblem(reply, 503, "export-under-way")
            #expect(reply[header: "retry-after"] == "5")
            #expect(slow.count == 8)
            slow = []
            #expect(try await eventually { try another().status == 200 })
        }
    }

    @Test func `it is asked for what there is`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.read)
            for (query, mistake) in [
                ("", "/what required"), ("?what=all", "/what invalid"),
                ("?what=users&format=xls", "/format invalid"), ("?what=users&from=now", "/from invalid"),
                ("?what=users&limit=5", "/limit unknown_field"),
            ] {
                let reply = try client.get("/v1/admin/export" + query, token: key)
                expectProblem(reply, 422, "validation", mistakes: [mistake])
            }
        }
    }
}
