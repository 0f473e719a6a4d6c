import Crypto
import EventLoops
import HTTP
import JSON
import Postgres
import TestSupport
import Testing

extension Promises.UnderLoad {
    /// Another session holds one user's row, as an operator's may: that user waits, and nobody else.
    @Suite struct BlockedUserTests {
        private struct Told: Sendable {
            var served = 0
            var refused = 0
            var slowestMilliseconds = 0
        }

        @Test func `others are served as ever, and the one is told to come again`() async throws {
            try await TestServer.with { server in
                let blocked = try server.client.signUp()
                let users = try (0..<30).map { _ in try server.client.signUp() }
                let before = try await serve(users, by: server)
                let held = "SELECT FROM users WHERE uid = '\(blocked.uid)' FOR UPDATE"
                try await whileHolding(held, in: server.database) {
                    let isDone = Locked(false)
                    async let refusals = Crowd.run(2) { _ in
                        try repliesTo(blocked, by: server, until: { isDone.withLock { $0 } })
                    }
                    var meanwhile = try await serve(users, by: server)
                    // The machine may be loaded for a while.
                    for _ in 0..<9 where meanwhile.served * 4 < before.served {
                        let again = try await serve(users, by: server)
                        meanwhile.served = max(meanwhile.served, again.served)
                        meanwhile.refused += again.refused
                    }
                    isDone.withLock { $0 = true }
                    let replies = try await refusals.flatMap(\.self)
                    #expect(replies.allSatisfy { $0.status == 503 && $0[header: "retry-after"] == "1" })
                    #expect(!replies.isEmpty && meanwhile.refused == 0)
                    // Within 10 % on a quiet machine (`make faults`); tests share theirs. Who waited for the
                    // one would do four events a second.
                    #expect(meanwhile.served * 4 >= before.served, "\(before) \(meanwhile)")
                }
                let call = levelCall(5, token: blocked.token, id: newID())
                #expect(try server.client.insist(call).status == 200)
            }
        }

        @Test func `a referrer who can't be paid holds up only what pays`() async throws {
            try await TestServer.with { server in
                let referrer = try server.client.signUp()
                let first = try server.client.signUp(referredBy: referrer.code)
                let payment = levelCall(5, token: first.token, id: newID())
                #expect(try server.client.insist(payment).status == 200)
                let paying = try (0..<10).map { _ in try server.client.signUp(referredBy: referrer.code) }
                let users = try (0..<30).map { _ in try server.client.signUp() }
                let held = "SELECT FROM balances WHERE uid = '\(referrer.uid)' FOR UPDATE"
                let calls = paying.map { levelCall(5, token: $0.token, id: newID()) }
                try await whileHolding(held, in: server.database) {
                    async let meanwhile = serve(users, by: server)
                    let statuses = try await Crowd.run(10) { number in
                        try TestClient(port: server.port).send(
                            "POST", calls[number].path, token: calls[number].token, calls[number].body
                        ).status
                    }
                    #expect(statuses.allSatisfy { $0 == 503 })
                    let others = try await meanwhile
                    #expect(others.refused == 0 && others.served > 0)
                }
                for call in calls { #expect(try server.client.insist(call).status == 200) }
                let balance = try server.database.psql(
                    "SELECT amount FROM balances WHERE uid = '\(referrer.uid)'")
                #expect(balance == "550")
            }
        }

        @Test func `a user whose account can't be given back what was reserved waits alone`() async throws {
            try await TestServer.with { server in
                let key = try await server.key(.server)
                let users = try (0..<2).map { _ in try server.client.signUp() }
                for user in users {
                    let call = postingCall(50, of: user.uid, key: try await server.key(.admin), id: newID())
                    try server.client.insist(call).required(201)
                    try server.client.send(
                        "POST", "/v1/users/\(user.uid)/redemptions", token: key,
                        [
                            "id": .string(newID()), "currency": "pieces_of_eight", "amount": 20,
                            "reason": "A parrot", "reserve_minutes": 60,
                        ]
                    ).required(201)
                }
                let held = "SELECT FROM balances WHERE uid = '\(users[0].uid)' FOR UPDATE"
                let balances = "SELECT amount FROM balances ORDER BY uid = '\(users[0].uid)' DESC"
                try await whileHolding(held, in: server.database) {
                    // The one that is held would be the first each time.
                    try server.database.tamper(
                        "reservations", set: "expires_at = now() - interval '1 hour'",
                        where: "uid = '\(users[0].uid)'")
                    try server.database.tamper(
                        "reservations", set: "expires_at = now()", where: "uid = '\(users[1].uid)'")
                    #expect(try await eventually { try server.database.psql(balances) == "30\n50" })
                }
                #expect(try await eventually { try server.database.psql(balances) == "50\n50" })
            }
        }

        /// Each user sends one event after the other for two seconds.
        private func serve(_ users: [TestUser], by server: TestServer) async throws -> Told {
            let told = try await Crowd.run(users.count) { number in
                let client = try TestClient(port: server.port)
                let (began, token) = (MonotonicInstant.now, users[number].token)
                var told = Told()
                while MonotonicInstant.now.milliseconds(since: began) < 2_000 {
                    let sent = MonotonicInstant.now
                    let reply = try client.reachLevel(3, token: token, id: newID())
                    if reply.status == 200 { told.served += 1 } else { told.refused += 1 }
                    let taken = MonotonicInstant.now.milliseconds(since: sent)
                    told.slowestMilliseconds = max(told.slowestMilliseconds, taken)
                }
                return told
            }
            return told.reduce(into: Told()) { sum, told in
                sum.served += told.served
                sum.refused += told.refused
                sum.slowestMilliseconds = max(sum.slowestMilliseconds, told.slowestMilliseconds)
            }
        }

        private func whileHolding(
            _ sql: String, in database: TestDatabase, _ body: @escaping @Sendable () async throws -> Void
        ) async throws {
            let configuration = PostgresConfiguration.patient(try database.parameters)
            try await onLoop { loop in
                let session = try await PostgresSession.connect(configuration, on: loop)
                defer { session.close() }
                try await session.query("BEGIN; \(sql)")
                try await body()
            }
        }
    }
}

private func repliesTo(
    _ user: TestUser, by server: TestServer, until isDone: () -> Bool
) throws -> [TestClient.Reply] {
    let client = try TestClient(port: server.port)
    var replies: [TestClient.Reply] = []
    while !isDone() { replies.append(try client.reachLevel(3, token: user.token, id: newID())) }
    return replies
}
