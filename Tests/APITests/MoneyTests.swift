import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Redemptions, adjustments and balances.
struct MoneyTests {
    @Test func `redeems what a user has, once for each id`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let key = try await server.key(.server)
            let admin = try await server.key(.admin)
            try client.move(50, .adjustment, of: user.uid, key: admin)
            let id = newID()
            let first = try client.move(
                20, .redemption, of: user.uid, id: id, reason: "A parrot", key: key)
            expect(first, 201)
            #expect(first.json.names == ["entry", "balances"])
            let entry = try #require(first.json["entry"])
            #expect(
                entry.names == [
                    "id", "uid", "kind", "currency", "amount", "balance_after", "rule", "subject", "reason",
                    "created_at",
                ])
            #expect(entry["id"]?.string == id)
            #expect(entry["uid"]?.string == user.uid)
            #expect(entry["kind"] == "redemption")
            #expect(entry["currency"] == "pieces_of_eight")
            #expect(entry["amount"] == -20)
            #expect(entry["balance_after"] == 30)
            #expect(entry["rule"] == .null)
            #expect(entry["subject"] == .null)
            #expect(entry["reason"] == "A parrot")
            #expect(entry["created_at"]?.isTime == true)
            #expect(first.json["balances"] == ["pieces_of_eight": 30])
            let again = try client.move(
                20, .redemption, of: user.uid, id: id, reason: "A parrot", key: key)
            expect(again, 200)
            #expect(again.json == first.json)
            #expect(try client.balance(token: user.token) == 30)
        }
    }

    @Test func `refuses to redeem more than there is, and says how much there is`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let key = try await server.key(.server)
            let none = try client.move(1, .redemption, of: user.uid, key: key)
            expectProblem(none, 409, "insufficient-balance")
            #expect(none.json["balance"] == 0)
            try client.move(50, .adjustment, of: user.uid, key: try await server.key(.admin))
            let id = newID()
            let some = try client.move(51, .redemption, of: user.uid, id: id, key: key)
            expectProblem(some, 409, "insufficient-balance")
            #expect(some.json["balance"] == 50)
            #expect(try client.balance(token: user.token) == 50)
            // A refused id is not used up.
            expect(try client.move(50, .redemption, of: user.uid, id: id, key: key), 201)
            #expect(try client.balance(token: user.token) == 0)
        }
    }

    @Test func `refuses an id that was used for another entry`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let key = try await server.key(.server)
            let admin = try await server.key(.admin)
            try client.move(50, .adjustment, of: user.uid, key: admin)
            let id = newID()
            expect(try client.move(20, .redemption, of: user.uid, id: id, key: key), 201)
            let reused = [
                try client.move(21, .redemption, of: user.uid, id: id, key: key),
                try client.move(20, .redemption, in: "doubloons", of: user.uid, id: id, key: key),
                try client.move(20, .redemption, of: user.uid, id: id, reason: "another", key: key),
                try client.move(-20, .adjustment, of: user.uid, id: id, key: admin),
            ]
            for reply in reused { expectProblem(reply, 422, "entry-id-reused") }
            #expect(try client.balance(token: user.token) == 30)
        }
    }

    @Test func `never redeems below 0 when many ask at once`() async throws {
        try await TestServer.with { server in
            let clients = try (0..<16).map { _ in try server.client }
            let user = try clients[0].signUp()
            let key = try await server.key(.server)
            try clients[0].move(10, .adjustment, of: user.uid, key: try await server.key(.admin))
            for client in clients {
                try client.post(
                    "POST", "/v1/users/\(user.uid)/redemptions", token: key,
                    ["id": .string(newID()), "currency": "pieces_of_eight", "amount": 1, "reason": "race"])
            }
            let statuses = try clients.map { try $0.reply().status }
            #expect(statuses.filter { $0 == 201 }.count == 10)
            #expect(statuses.filter { $0 == 409 }.count == 6)
            #expect(try clients[0].balance(token: user.token) == 0)
        }
    }

    @Test func `adjusts up and down, and writes who did it to the audit`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let key = try await server.key(.admin)
            let id = newID()
            let up = try client.move(100, .adjustment, of: user.uid, id: id, reason: "Welcome", key: key)
            expect(up, 201)
            #expect(up.json["entry"]?["kind"] == "adjustment")
            #expect(up.json["entry"]?["amount"] == 100)
            expect(try client.move(100, .adjustment, of: user.uid, id: id, reason: "Welcome", key: key), 200)
            let down = try client.move(-30, .adjustment, of: user.uid, reason: "Oops", key: key)
            #expect(down.json["entry"]?["balance_after"] == 70)
            let low = try client.move(-71, .adjustment, of: user.uid, key: key)
            expectProblem(low, 409, "insufficient-balance")
            #expect(low.json["balance"] == 70)
            let audit = try server.database.psql(
                """
                SELECT actor LIKE 'key test (%)', action, uid, detail FROM audit_entries
                WHERE action LIKE 'ledger%' ORDER BY id
                """)
            #expect(
                audit == """
                    t|ledger.adjustment|\(user.uid)|100 pieces_of_eight: Welcome
                    t|ledger.adjustment|\(user.uid)|-30 pieces_of_eight: Oops
                    """)
        }
    }

    @Test func `keeps balances within 64 bits`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let key = try await server.key(.admin)
            expect(try client.move(.max, .adjustment, of: user.uid, key: key), 201)
            expectProblem(
                try client.move(1, .adjustment, of: user.uid, key: key), 422, "validation",
                mistakes: ["/amount out_of_range"])
            #expect(try client.balance(token: user.token) == .max)
            expect(try client.move(-.max, .adjustment, of: user.uid, key: key), 201)
        }
    }

    @Test func `refuses amounts, currencies and reasons out of range`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let uid = try client.signUp().uid
            let key = try await server.key(.server)
            let admin = try await server.key(.admin)
            for amount: Int64 in [0, -1] {
                let reply = try client.move(amount, .redemption, of: uid, key: key)
                expectProblem(reply, 422, "validation")
                #expect(Set(reply.mistakes) == ["/amount out_of_range"])
            }
            expectProblem(
                try client.move(0, .adjustment, of: uid, key: admin), 422, "validation",
                mistakes: ["/amount out_of_range"])
            for currency in ["Doubloons", "", "1st", String(repeating: "c", count: 64)] {
                expectProblem(
                    try client.move(1, .adjustment, in: currency, of: uid, key: admin), 422, "validation",
                    mistakes: ["/currency invalid"])
            }
            for (reason, code) in [("", "too_short"), (String(repeating: "r", count: 201), "too_long")] {
                expectProblem(
                    try client.move(1, .adjustment, of: uid, reason: reason, key: admin), 422, "validation",
                    mistakes: ["/reason \(code)"])
            }
            expectProblem(
                try client.send("POST", "/v1/users/\(uid)/redemptions", token: key, ["sum": 1]), 422,
                "validation",
                mistakes: [
                    "/id required", "/currency required", "/amount required", "/reason required",
                    "/sum unknown_field",
                ])
        }
    }

    @Test func `finds no user who isn't there`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.server)
            let admin = try await server.key(.admin)
            for uid in [newID(), "me", "someone"] {
                expectProblem(try client.move(1, .redemption, of: uid, key: key), 404, "not-found")
                expectProblem(try client.move(1, .adjustment, of: uid, key: admin), 404, "not-found")
            }
        }
    }

    @Test func `the app's back end reads a player's balances with the key it redeems with`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let key = try await server.key(.server)
            let path = "/v1/users/\(user.uid)/balances"
            let empty = try client.get(path, token: key)
            expect(empty, 200)
            #expect(empty.json == ["uid": .string(user.uid), "balances": [:]])
            try client.move(50, .adjustment, of: user.uid, key: try await server.key(.admin))
            let reply = try client.get(path, token: key)
            #expect(reply.json == ["uid": .string(user.uid), "balances": ["pieces_of_eight": 50]])
            try Description(client).check(reply, to: "GET", "/v1/users/{uid}/balances")
            for stranger in [newID(), "nobody"] {
                let reply = try client.get("/v1/users/\(stranger)/balances", token: key)
                expectProblem(reply, 404, "not-found")
            }
            // A player has `me`; another's are as if absent.
            expectProblem(try client.get(path, token: user.token), 403, "forbidden")
            expectProblem(try client.get(path, token: try client.signUp().token), 404, "not-found")
        }
    }

    @Test func `shows balances by currency`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let key = try await server.key(.admin)
            let none = try client.get("/v1/users/me/balances", token: user.token)
            expect(none, 200)
            #expect(none.json == ["uid": .string(user.uid), "balances": [:]])
            for currency in ["pieces_of_eight", "doubloons"] {
                try client.move(7, .adjustment, in: currency, of: user.uid, key: key)
            }
            let some = try client.get("/v1/users/me/balances", token: user.token)
            #expect(some.json["balances"] == ["doubloons": 7, "pieces_of_eight": 7])
            let seen = try client.get("/v1/admin/users/\(user.uid)/balances", token: key)
            #expect(seen.json == some.json)
        }
    }
}
