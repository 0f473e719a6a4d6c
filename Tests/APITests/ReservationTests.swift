import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Redemptions that are given back, and those that wait to be captured.
struct ReservationTests {
    /// Anne has 50.
    struct Cast {
        let client: TestClient
        let anne: TestUser
        let key: String
        let admin: String
        let description: Description

        init(_ server: TestServer) async throws {
            client = try server.client
            anne = try client.signUp()
            key = try await server.key(.server)
            admin = try await server.key(.admin)
            try client.move(50, .adjustment, of: anne.uid, key: admin)
            description = try Description(client)
        }

        var redemptions: String { "/v1/users/\(anne.uid)/redemptions" }
        var balance: Int64 { get throws { try client.balance(token: anne.token) } }

        func redeem(_ amount: Int64, _ id: String, minutes: Int64? = nil) throws -> TestClient.Reply {
            var body: [JSONMember] = [
                JSONMember("id", .string(id)), JSONMember("currency", "pieces_of_eight"),
                JSONMember("amount", .integer(amount)), JSONMember("reason", "A parrot"),
            ]
            if let minutes { body.append(JSONMember("reserve_minutes", .integer(minutes))) }
            let reply = try client.send("POST", redemptions, token: key, .object(body))
            description.check(reply, to: "POST", "/v1/users/{uid}/redemptions")
            return reply
        }

        func settle(_ way: String, _ id: String) throws -> TestClient.Reply {
            let reply = try client.send("POST", "\(redemptions)/\(id)/\(way)", token: key)
            description.check(reply, to: "POST", "/v1/users/{uid}/redemptions/{id}/\(way)")
            return reply
        }

        func refund(_ redemption: String, _ id: String, reason: JSONValue = "None left") throws
            -> TestClient.Reply
        {
            let reply = try client.send(
                "POST", "\(redemptions)/\(redemption)/refund", token: key,
                ["id": .string(id), "reason": reason])
            description.check(reply, to: "POST", "/v1/users/{uid}/redemptions/{id}/refund")
            return reply
        }

        func expectBalanced() throws {
            let check = try client.get("/v1/admin/ledger/check", token: admin)
            #expect(check.json["balanced"] == true, "\(check.text)")
        }
    }

    @Test func `a redemption is given back once, by an entry that names it`() async throws {
        try await TestServer.with { server in
            let cast = try await Cast(server)
            let (redemption, id) = (newID(), newID())
            expect(try cast.redeem(20, redemption), 201)
            let first = try cast.refund(redemption, id)
            expect(first, 201)
            let entry = try #require(first.json["entry"])
            #expect(entry["kind"] == "refund" && entry["amount"] == 20 && entry["balance_after"] == 50)
            #expect(entry["undoes"]?.string == redemption && entry["id"]?.string == id)
            #expect(first.json["balances"] == ["pieces_of_eight": 50])
            let again = try cast.refund(redemption, id)
            expect(again, 200)
            #expect(again.json == first.json)
            let other = try cast.refund(redemption, newID())
            expectProblem(other, 409, "redemption-already-settled")
            #expect(other.json["redemption_state"] == "refunded")
            expectProblem(try cast.refund(redemption, id, reason: "other"), 422, "entry-id-reused")
            expectProblem(try cast.refund(redemption, redemption), 422, "entry-id-reused")
            expectProblem(try cast.refund(newID(), newID()), 404, "not-found")
            // A refund is no redemption.
            expectProblem(try cast.refund(id, newID()), 404, "not-found")
            #expect(try cast.balance == 50)
            let stats = try cast.client.get("/v1/admin/stats", token: cast.admin)
            #expect(stats.json["money"]?[0]?["redeemed"] == 0)
            try cast.expectBalanced()
        }
    }

    @Test func `of refunds at once one is booked`() async throws {
        try await TestServer.with { server in
            let cast = try await Cast(server)
            let redemption = newID()
            expect(try cast.redeem(20, redemption), 201)
            let clients = try (0..<8).map { _ in try server.client }
            for client in clients {
                try client.post(
                    "POST", "\(cast.redemptions)/\(redemption)/refund", token: cast.key,
                    ["id": .string(newID()), "reason": "race"])
            }
            let statuses = try clients.map { try $0.reply().status }.sorted()
            #expect(statuses == [201] + Array(repeating: 409, count: 7))
            #expect(try cast.balance == 50)
            try cast.expectBalanced()
        }
    }

    @Test func `what is reserved is taken at once, and kept once captured`() async throws {
        try await TestServer.with { server in
            let cast = try await Cast(server)
            let id = newID()
            let reserved = try cast.redeem(20, id, minutes: 10)
            expect(reserved, 201)
            #expect(reserved.json["reservation"]?["state"] == "reserved")
            #expect(reserved.json["reservation"]?["expires_at"]?.isTime == true)
            #expect(try cast.balance == 30)
            expect(try cast.redeem(20, id, minutes: 10), 200)
            for minutes in [nil, 11] as [Int64?] {
                expectProblem(try cast.redeem(20, id, minutes: minutes), 422, "entry-id-reused")
            }
            for _ in 0..<2 {
                let captured = try cast.settle("capture", id)
                expect(captured, 200)
                #expect(captured.json["reservation"]?["state"] == "captured")
                #expect(captured.json["entry"]?["id"]?.string == id)
            }
            let cancelled = try cast.settle("cancel", id)
            expectProblem(cancelled, 409, "redemption-already-settled")
            #expect(cancelled.json["redemption_state"] == "captured")
            #expect(try cast.balance == 30)
            // What was captured may be refunded like any other.
            expect(try cast.refund(id, newID()), 201)
            #expect(try cast.balance == 50)
            try cast.expectBalanced()
        }
    }

    @Test func `what is cancelled is given back once, and not captured any more`() async throws {
        try await TestServer.with { server in
            let cast = try await Cast(server)
            let id = newID()
            expect(try cast.redeem(20, id, minutes: 10), 201)
            let first = try cast.settle("cancel", id)
            expect(first, 200)
            #expect(first.json["entry"]?["kind"] == "refund")
            #expect(first.json["entry"]?["undoes"]?.string == id)
            #expect(first.json["balances"] == ["pieces_of_eight": 50])
            #expect(try cast.settle("cancel", id).json == first.json)
            let captured = try cast.settle("capture", id)
            expectProblem(captured, 409, "redemption-already-settled")
            #expect(captured.json["redemption_state"] == "cancelled")
            let refunded = try cast.refund(id, newID())
            #expect(refunded.json["redemption_state"] == "cancelled")
            #expect(try cast.balance == 50)
            // One that nobody reserved.
            let plain = newID()
            expect(try cast.redeem(20, plain), 201)
            for way in ["capture", "cancel"] {
                expectProblem(try cast.settle(way, plain), 404, "not-found")
                expectProblem(try cast.settle(way, newID()), 404, "not-found")
            }
            try cast.expectBalanced()
        }
    }

    @Test func `a refund cancels what is only reserved`() async throws {
        try await TestServer.with { server in
            let cast = try await Cast(server)
            let id = newID()
            expect(try cast.redeem(20, id, minutes: 10), 201)
            let refunded = try cast.refund(id, newID())
            expect(refunded, 201)
            #expect(refunded.json["reservation"]?["state"] == "cancelled")
            expectProblem(try cast.settle("capture", id), 409, "redemption-already-settled")
            #expect(try cast.balance == 50)
            try cast.expectBalanced()
        }
    }

    @Test func `of captures and cancels at once one decides`() async throws {
        try await TestServer.with { server in
            let cast = try await Cast(server)
            let id = newID()
            expect(try cast.redeem(20, id, minutes: 10), 201)
            let clients = try (0..<8).map { _ in try server.client }
            for (number, client) in clients.enumerated() {
                let way = number % 2 == 0 ? "capture" : "cancel"
                try client.post("POST", "\(cast.redemptions)/\(id)/\(way)", token: cast.key)
            }
            let replies = try clients.map { try $0.reply() }
            let state = try server.database.psql("SELECT state FROM reservations")
            for (number, reply) in replies.enumerated() {
                let isWinner = (number % 2 == 0 ? "captured" : "cancelled") == state
                #expect(reply.status == (isWinner ? 200 : 409), "\(reply.text)")
            }
            #expect(try cast.balance == (state == "captured" ? 30 : 50))
            try cast.expectBalanced()
        }
    }

    @Test func `when the time is up it is given back by itself`() async throws {
        try await TestServer.with { server in
            let cast = try await Cast(server)
            let id = newID()
            expect(try cast.redeem(20, id, minutes: 1), 201)
            try server.database.psql("UPDATE reservations SET expires_at = now()")
            #expect(try await eventually { try cast.balance == 50 })
            let captured = try cast.settle("capture", id)
            expectProblem(captured, 409, "redemption-already-settled")
            #expect(captured.json["redemption_state"] == "expired")
            #expect(try cast.settle("cancel", id).json["entry"]?["undoes"]?.string == id)
            try cast.expectBalanced()
        }
    }

    @Test func `minutes are from 1 to a day`() async throws {
        try await TestServer.with { server in
            let cast = try await Cast(server)
            for minutes: Int64 in [0, -1, 1_441] {
                let reply = try cast.redeem(1, newID(), minutes: minutes)
                expectProblem(reply, 422, "validation", mistakes: ["/reserve_minutes out_of_range"])
            }
            expect(try cast.redeem(1, newID(), minutes: 1_440), 201)
            // Nothing is reserved that isn't there.
            expectProblem(try cast.redeem(50, newID(), minutes: 1), 409, "insufficient-balance")
            #expect(try server.database.psql("SELECT count(*) FROM reservations") == "1")
        }
    }

    @Test func `what no balance has room for is 409 without a pointer, and what is set aside is shown`()
        async throws
    {
        try await TestServer.withMovableClock(prepare: { try $0.declare("gems") }) { server in
            let cast = try await Cast(server)
            let (stuck, plain, late) = (newID(), newID(), newID())
            expect(try cast.redeem(5, stuck, minutes: 10), 201)
            expect(try cast.redeem(6, plain), 201)
            let gems: JSONValue = [
                "id": .string(late), "currency": "gems", "amount": 40, "reason": "A parrot",
                "reserve_minutes": 10,
            ]
            try cast.client.move(40, .adjustment, in: "gems", of: cast.anne.uid, key: cast.admin).required(
                201)
            try cast.client.send("POST", cast.redemptions, token: cast.key, gems).required(201)
            try cast.client.move(.max - 39, .adjustment, of: cast.anne.uid, key: cast.admin).required(201)
            for reply in [try cast.settle("cancel", stuck), try cast.refund(plain, newID())] {
                expectProblem(reply, 409, "balance-full")
                #expect(reply.json["errors"] == nil)
            }
            try server.database.moveClock(by: "11 minutes")
            let warnings = {
                try cast.client.get("/health/ready").required(200).json["warnings"]?.array ?? []
            }
            let isSaid = try await eventually {
                try warnings().contains { $0.string?.hasPrefix("1 of reservations are set aside") == true }
            }
            #expect(isSaid)
            // The player's other currency is not held up.
            let isBack = try await eventually {
                try server.database.psql("SELECT state FROM reservations WHERE id = '\(late)'") == "expired"
            }
            #expect(isBack)
            let sample = "shipmate_set_aside{work=\"reservations\"} 1"
            #expect(try cast.client.get("/metrics").text.contains(sample))
            try cast.client.move(-100, .adjustment, of: cast.anne.uid, key: cast.admin).required(201)
            expect(try cast.settle("cancel", stuck), 200)
            #expect(try warnings() == [])
            let lines = try server.log.text.split(separator: "\n").filter { $0.contains("set aside") }
            #expect(lines.count == 2, "\(lines)")
            try cast.expectBalanced()
        }
    }
}
