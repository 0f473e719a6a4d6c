import HTTP
import Service
import TestSupport
import Testing

@testable import API

/// The examples of Documentation/Programme.md, applied and played.
struct ProgrammeExamplesTests {
    private static func examples() throws -> [JSONValue] {
        let text = try SourceFiles.text("Documentation/Programme.md")
        return try text.split(separator: "```json\n").dropFirst().map { block in
            let end = try #require(block.firstRange(of: "```")?.lowerBound)
            return try JSONParser.parse(Array(String(block[..<end]).utf8))
        }
    }

    /// A database whose clock tests move, on which the example's rules alone are in force.
    private func withExample(
        _ place: Int, startingAt interval: String = "0", _ body: (TestServer, TestClient) async throws -> Void
    ) async throws {
        let example = try Self.examples()[place]
        try await TestDatabase.withSchema { database in
            try database.makeClockMovable()
            try database.moveClock(by: interval)
            let server = try await TestServer.start(on: database)
            let outcome: Result<Void, any Error>
            do {
                let (client, admin) = (try server.client, try await server.key(.admin))
                for rule in example["rules"]?.array ?? [] {
                    try client.send(
                        "POST", RulesTests.path, token: admin, RulesTests.with(["state": "active"], rule)
                    ).required(201)
                }
                for rule in ["signup", "level-5"] {
                    try client.send("POST", "\(RulesTests.path)/\(rule)/pause", token: admin).required(200)
                }
                outcome = .success(try await body(server, client))
            } catch {
                outcome = .failure(error)
            }
            await server.stop()
            try outcome.get()
        }
    }

    @Test func `each is a file that apply takes`() throws {
        let examples = try Self.examples()
        #expect(examples.count == 2)
        for example in examples {
            #expect(try RuleFile.read(JSONWriter.bytes(of: example)).count == 1)
        }
    }

    @Test func `both get something after two days`() async throws {
        try await withExample(0) { server, client in
            let anne = try client.signUp()
            var ben = try client.signUp(referredBy: anne.code)
            try client.link(&ben, email: "ben@example.com")
            let waiting = "SELECT string_agg(amount || ' ' || status, ', ' ORDER BY amount) FROM rewards"
            #expect(try server.database.psql(waiting) == "30 held, 50 held")
            try server.database.moveClock(by: "48 hours 1 minute")
            let paid = "SELECT string_agg(amount::text, ', ' ORDER BY amount) FROM balances"
            #expect(try await eventually { try server.database.psql(paid) == "30, 50" })
        }
    }

    @Test func `the more friends the more each is worth, in its month, 5 a day`() async throws {
        let clock = "(timestamptz '2026-12-05 12:00Z' - clock_timestamp())"
        let interval = try await TestDatabase.withSchema { try $0.psql("SELECT \(clock)") }
        try await withExample(1, startingAt: interval) { server, client in
            let anne = try client.signUp()
            func bring(_ count: Int) throws {
                for _ in 0..<count {
                    let ben = try client.signUp(referredBy: anne.code)
                    try client.reachLevel(10, token: ben.token, id: newID())
                }
            }
            try bring(7)
            let given =
                "SELECT coalesce(string_agg(amount::text, ',' ORDER BY granted_at, amount), '') FROM rewards"
            #expect(try server.database.psql(given) == "50,50,80,80,80")
        }
    }
}
