import Crypto
import HTTP
import JSON
import Referrals
import Rewards
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

    /// A database whose clock tests move, to which `shipmate rules apply` has brought the example.
    private func withExample(
        _ place: Int, at time: String? = nil, _ body: (TestServer, TestClient) async throws -> Void
    ) async throws {
        let example = try RuleFile.read(JSONWriter.bytes(of: try Self.examples()[place]))
        func prepare(_ database: TestDatabase) async throws {
            if let time { try database.moveClock(to: time) }
            try await database.withPool { pool, _ in
                let programme = ProgrammeService(pool: pool, ledgerKey: nil)
                try await programme.apply(example, by: "test", isDryRun: false) { _ in }
            }
        }
        try await TestServer.withMovableClock(prepare: prepare) { try await body($0, try $0.client) }
    }

    /// Moves the clock on, and waits until the server goes by it.
    private func wait(until time: String, _ server: TestServer, _ client: TestClient) async throws {
        try server.database.moveClock(to: time)
        let day = String(time.prefix(10))
        let isThere = try await eventually {
            let user = try client.send("POST", "/v1/users", .object([])).json["user"]
            return user?["created_at"]?.string?.hasPrefix(day) == true
        }
        #expect(isThere)
    }

    @Test func `there are three`() throws {
        #expect(try Self.examples().count == 3)
    }

    @Test func `both get something after two days, unless it is voided until then`() async throws {
        try await withExample(0) { server, client in
            let admin = try await server.key(.admin)
            let anne = try client.signUp()
            for name in ["ben", "carl"] {
                var friend = try client.signUp(referredBy: anne.code)
                try client.link(&friend, email: "\(name)@example.com")
            }
            let waiting = "SELECT string_agg(amount || ' ' || status, ', ' ORDER BY amount) FROM rewards"
            #expect(try server.database.psql(waiting) == "30 held, 30 held, 50 held, 50 held")
            let held = try client.get("/v1/admin/rewards?status=held", token: admin).json["rewards"]?.array
            let carls = held?.filter { $0["subject"] == held?.first?["subject"] } ?? []
            let void: JSONValue = [
                "ids": .array(carls.compactMap { $0["id"] }), "decision": "void", "reason": "A complaint",
            ]
            try client.send("POST", "/v1/admin/reviews", token: admin, void).required(200)
            try server.database.moveClock(by: "48 hours 1 minute")
            let paid = "SELECT string_agg(amount::text, ', ' ORDER BY amount) FROM balances"
            #expect(try await eventually { try server.database.psql(paid) == "30, 50" })
        }
    }

    @Test func `the more friends the more each is worth, in its month, 5 a day, while there is money`()
        async throws
    {
        try await withExample(1, at: "2026-11-30 12:00Z") { server, client in
            let anne = try client.signUp()
            func bring(_ count: Int) throws {
                for _ in 0..<count {
                    let ben = try client.signUp(referredBy: anne.code)
                    try client.reachLevel(10, token: ben.token, id: newID()).required(200)
                }
            }
            let amounts = "SELECT coalesce(string_agg(amount::text, ',' ORDER BY id), '') FROM rewards"
            try bring(1)
            #expect(try server.database.psql(amounts) == "")
            try await wait(until: "2026-12-05 12:00Z", server, client)
            try bring(7)
            #expect(try server.database.psql(amounts) == "50,50,80,80,80")
            // All but a hundred of it was given meanwhile.
            try server.database.psql(
                "UPDATE rule_budgets SET spent = 19900; UPDATE budget_shares SET remaining = 0")
            try await wait(until: "2026-12-07 12:00Z", server, client)
            try bring(2)
            #expect(try server.database.psql(amounts) == "50,50,80,80,80,80")
            try server.database.psql(
                "UPDATE rule_budgets SET spent = 0; UPDATE budget_shares SET remaining = 0")
            try await wait(until: "2027-01-01 00:01Z", server, client)
            try bring(1)
            #expect(try server.database.psql(amounts) == "50,50,80,80,80,80")
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
