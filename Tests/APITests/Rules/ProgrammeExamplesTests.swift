import HTTP
import Referrals
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
                if example["checks"] != nil {
                    let members = ["referrals", "user_events", "checks"].compactMap { name in
                        example[name].map { JSONMember(name, $0) }
                    }
                    try client.send(
                        "PUT", TrustCast.path, token: admin, headers: ["If-Match": "*"], .object(members)
                    ).required(200)
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
        #expect(examples.count == 3)
        for example in examples {
            #expect(try RuleFile.read(JSONWriter.bytes(of: example)).rules.count == 1)
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

    @Test func `worth money: honest friends are paid for, after three days, and farmed ones are not`()
        async throws
    {
        try await withExample(2) { server, client in
            let key = try await server.key(.server)
            let signUps: [(device: String, email: String)] = [
                ("ben's", "ben@example.com"), ("carl's", "carl@example.com"), ("anne's", "dan@example.com"),
                ("eve's", "anne+1@example.com"), ("frank's", "frank@mailinator.com"),
            ]
            func signUp(_ device: String, _ email: String, of referrer: TestUser?) throws -> TestUser {
                var body = [JSONMember("device", .string(device))]
                if let referrer { body.append(JSONMember("referred_by", .string(referrer.code))) }
                var user = TestUser(try client.send("POST", "/v1/users", .object(body)).required(201))
                try client.link(&user, email: email).required(200)
                return user
            }
            let anne = try signUp("anne's", "anne@example.com", of: nil)
            let friends = try signUps.map { try signUp($0.device, $0.email, of: anne) }
            func reach(_ friend: TestUser) throws {
                try client.reachLevel(6, token: key, id: newID(), uid: friend.uid).required(200)
            }
            // Carl does so in the first ten minutes.
            try reach(friends[1])
            try server.database.tamper(
                "users", set: "created_at = created_at - interval '11 minutes'",
                where: "referred_by IS NOT NULL")
            for friend in friends { try reach(friend) }
            // Gail's own app says so.
            let gail = try signUp("gail's", "gail@example.com", of: anne)
            try client.reachLevel(6, token: gail.token, id: newID()).required(200)
            let held = "SELECT string_agg(subject::text || ' ' || status, ',') FROM rewards"
            #expect(try server.database.psql(held) == "\(friends[0].uid) held")
            try server.database.moveClock(by: "72 hours 1 minute")
            #expect(
                try await eventually { try server.database.psql("SELECT sum(amount) FROM balances") == "50" })
        }
    }
}
