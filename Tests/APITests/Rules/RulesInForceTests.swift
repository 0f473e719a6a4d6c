import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// What rules do once they are in force: in every process, within their limits, and when their time has come.
struct RulesInForceTests {
    static func rule(_ name: String, _ members: [String: JSONValue] = [:]) -> JSONValue {
        RulesTests.with(
            members.merging(["name": .string(name)]) { $1 },
            [
                "name": "it", "when": [["fact": "highest_level", "at_least": 3]],
                "pay": [["to": "referrer", "currency": "gems", "amount": 10]], "state": "active",
            ])
    }

    /// Two processes' worth of servers on one database.
    private func withTwo(
        _ body: (_ here: TestServer, _ there: TestServer, _ admin: String) async throws -> Void
    ) async throws {
        try await TestServer.with(count: 2, prepare: { try $0.declare("gems") }) { servers in
            try await body(servers[0], servers[1], try await servers[0].key(.admin))
        }
    }

    private func gems(_ user: TestUser, _ client: TestClient) throws -> Int64 {
        let reply = try client.send("GET", "/v1/users/me/balances", token: user.token)
        return reply.json["balances"]?["gems"]?.integer ?? 0
    }

    @Test func `a change is in force in another process within a second`() async throws {
        try await withTwo { here, there, admin in
            let (client, other) = (try here.client, try there.client)
            let anne = try client.signUp()
            func bring() throws -> JSONValue? {
                let ben = try other.signUp(referredBy: anne.code)
                try other.reachLevel(3, token: ben.token, id: newID())
                return .integer(try gems(anne, other))
            }
            #expect(try bring() == 0)
            try client.send("POST", RulesTests.path, token: admin, Self.rule("gems")).required(201)
            #expect(await soon { (try? bring()) != 0 })
            let one = RulesTests.path + "/gems"
            let dearer = Self.rule(
                "gems", ["pay": [["to": "referrer", "currency": "gems", "amount": 1_000]]])
            try client.send("PUT", one, token: admin, headers: ["If-Match": "\"1\""], dearer).required(200)
            #expect(await soon { (try? bring()?.integer ?? 0) ?? 0 >= 1_000 })
            try client.send("POST", one + "/pause", token: admin).required(200)
            let paused = await soon {
                let before = try? gems(anne, other)
                return (try? bring()?.integer) == before
            }
            #expect(paused)
            // What was deserved while it was paused is paid at the next event once it is resumed.
            let ben = try other.signUp(referredBy: anne.code)
            try other.reachLevel(3, token: ben.token, id: newID())
            let before = try gems(anne, other)
            try client.send("POST", one + "/resume", token: admin).required(200)
            let resumed = try await soon {
                try other.reachLevel(4, token: ben.token, id: newID())
                return try gems(anne, other) == before + 1_000
            }
            #expect(resumed)
        }
    }

    @Test func `a rule that asks for no more than a referrer pays at the sign-up`() async throws {
        try await TestServer.with { server in
            try server.database.declare("gems")
            let (client, admin) = (try server.client, try await server.key(.admin))
            let rule = Self.rule(
                "brought",
                [
                    "when": [["referred": true]],
                    "pay": [
                        ["to": "referrer", "currency": "gems", "amount": 10],
                        ["to": "referee", "currency": "gems", "amount": 3],
                    ],
                    "limits": ["per_beneficiary": 2],
                ])
            try client.send("POST", RulesTests.path, token: admin, rule).required(201)
            let anne = try client.signUp()
            let friends = try (0..<3).map { _ in try client.signUp(referredBy: anne.code) }
            #expect(try [anne, friends[0], friends[2]].map { try gems($0, client) } == [20, 3, 3])
            // Nor do events pay again.
            for friend in friends { try client.reachLevel(3, token: friend.token, id: newID()) }
            #expect(try [anne, friends[0], friends[2]].map { try gems($0, client) } == [20, 3, 3])
            #expect(try client.get("/v1/admin/ledger/check", token: admin).json["balanced"] == true)
        }
    }

    @Test func `limits hold, whatever races in two processes, and the ledger adds up`() async throws {
        try await wellWithinADay()
        try await withTwo { here, there, admin in
            let client = try here.client
            let rules: [(String, [String: JSONValue])] = [
                ("few", ["limits": ["per_beneficiary": 7]]),
                ("day", ["limits": ["per_beneficiary_per_day": 5]]),
                ("pot", ["limits": ["budget": 205]]),
                (
                    "steps",
                    [
                        "pay": [
                            [
                                "to": "referrer", "currency": "gems",
                                "amount": ["tiers": [["from": 1, "amount": 1], ["from": 11, "amount": 2]]],
                            ]
                        ]
                    ]
                ),
            ]
            for (name, members) in rules {
                try client.send("POST", RulesTests.path, token: admin, Self.rule(name, members))
                    .required(201)
            }
            let key = try await here.key(.server)
            let referrers = try (0..<2).map { _ in try client.signUp() }
            let friends = try (0..<60).map { try client.signUp(referredBy: referrers[$0 % 2].code) }
            // Pipelined on several connections to both, so that batches meet.
            let clients = try (0..<6).map { try ($0 % 2 == 0 ? here : there).client }
            for (place, friend) in friends.enumerated() {
                try clients[place % 6].post(
                    "POST", "/v1/events", token: key,
                    TestClient.event([
                        "type": "level_reached", "level": 3, "uid": .string(friend.uid),
                    ]))
            }
            for place in friends.indices { #expect(try clients[place % 6].reply().status == 200) }
            let database = here.database
            func rewards(_ rule: String) throws -> String {
                try database.psql(
                    """
                    SELECT string_agg(given, ' ' ORDER BY given) FROM (
                        SELECT count(*) || ':' || sum(amount) AS given FROM rewards WHERE rule = '\(rule)' GROUP BY uid
                    ) AS r
                    """)
            }
            #expect(try rewards("few") == "7:70 7:70")
            #expect(try rewards("day") == "5:50 5:50")
            #expect(try database.psql("SELECT sum(amount) FROM rewards WHERE rule = 'pot'") == "200")
            #expect(try rewards("steps") == "30:50 30:50")
            let check = try client.get("/v1/admin/ledger/check", token: admin)
            #expect(check.json["balanced"] == true)
            // A limit's denial is for good, and says which.
            let reasons = try database.psql(
                "SELECT DISTINCT split_part(d, '=', 3) FROM events, unnest(decisions) AS d ORDER BY 1")
            #expect(reasons == "budget\ndeserved\nlimit_beneficiary\nlimit_day")
        }
    }

    @Test func `a limit that comes later counts what was given before`() async throws {
        try await TestServer.with { server in
            try server.database.declare("gems")
            let (client, admin) = (try server.client, try await server.key(.admin))
            let anne = try client.signUp()
            func bring(_ count: Int) throws {
                for _ in 0..<count {
                    let ben = try client.signUp(referredBy: anne.code)
                    try client.reachLevel(3, token: ben.token, id: newID())
                }
            }
            let path = RulesTests.path
            for name in ["few", "pot"] {
                try client.send("POST", path, token: admin, Self.rule(name)).required(201)
            }
            #expect(
                try await eventually {
                    try bring(1); return try gems(anne, client) >= 20
                })
            try bring(2)
            let before = try gems(anne, client)
            let count = before / 20
            for (name, limits) in [
                ("few", ["per_beneficiary": .integer(count + 1)]),
                ("pot", ["budget": .integer(before / 2 + 15)]),
            ] as [(String, [String: JSONValue])] {
                try client.send(
                    "PUT", "\(path)/\(name)", token: admin, headers: ["If-Match": "\"1\""],
                    Self.rule(name, ["limits": .object(limits)])
                ).required(200)
            }
            let second = try server.client
            #expect(
                try await eventually {
                    try bring(1)
                    return try gems(anne, second) == before + 20
                })
            try bring(3)
            #expect(try gems(anne, second) == before + 20)
        }
    }

    @Test func `what is held by its hours is paid when they are over, by PostgreSQL's clock, once`()
        async throws
    {
        func prepare(_ database: TestDatabase) throws {
            try database.declare("gems")
            try database.makeClockMovable()
        }
        try await TestServer.with(count: 2, prepare: prepare) { try await hold($0[0]) }
    }

    private func hold(_ here: TestServer) async throws {
        let (client, admin) = (try here.client, try await here.key(.admin))
        let held = Self.rule("held", ["hold": ["hours": 48]])
        try client.send("POST", RulesTests.path, token: admin, held).required(201)
        let anne = try client.signUp()
        let bens = try (0..<3).map { _ in try client.signUp(referredBy: anne.code) }
        for ben in bens { try client.reachLevel(3, token: ben.token, id: newID()) }
        let waiting = try client.get("/v1/users/me/rewards?status=held", token: anne.token)
        #expect(waiting.json["rewards"]?.array?.count == 3)
        #expect(waiting.json["rewards"]?.array?.allSatisfy { $0["release_at"]?.string != nil } == true)
        #expect(try gems(anne, client) == 0)
        try here.database.moveClock(by: "47 hours")
        #expect(
            try await !eventually(seconds: 2) {
                try here.database.psql("SELECT count(*) FROM rewards WHERE status = 'paid'") != "0"
            })
        try here.database.moveClock(by: "49 hours")
        let paid = "SELECT count(*) || ':' || sum(amount) FROM ledger_entries WHERE currency = 'gems'"
        #expect(try await eventually { try here.database.psql(paid) == "3:30" })
        #expect(try here.database.psql("SELECT amount FROM balances WHERE currency = 'gems'") == "30")
        // Its users remember that it was paid, and no process pays again.
        let memory =
            "SELECT DISTINCT 'held=paid' = ANY (settled_rules) FROM users WHERE referred_by IS NOT NULL"
        #expect(try here.database.psql(memory) == "t")
    }
}
