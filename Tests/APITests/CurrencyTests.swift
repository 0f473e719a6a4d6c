import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Currencies are declared before money is moved in them.
struct CurrencyTests {
    @Test func `an undeclared or archived currency is refused, with the nearest name`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let admin = try await server.key(.admin)
            let key = try await server.key(.server)
            let description = try Description(client)
            func move(_ kind: TestClient.Movement, _ currency: String, id: String = newID()) throws
                -> TestClient.Reply
            {
                try client.send(
                    "POST", kind.path(of: user.uid), token: kind == .adjustment ? admin : key,
                    [
                        "id": .string(id), "currency": .string(currency), "amount": 5, "reason": "a test",
                    ])
            }
            for kind in [TestClient.Movement.adjustment, .redemption] {
                let reply = try move(kind, "piece_of_eight")
                expectProblem(reply, 422, "unknown-currency")
                #expect(reply.json["nearest"] == "pieces_of_eight")
            }
            let declared = try client.declare("doubloons", title: "Doubloons", key: admin)
            expect(declared, 200)
            description.check(declared, to: "PUT", "/v1/admin/currencies/{name}")
            #expect(declared.json["currency"]?["state"] == "active")
            #expect(try move(.redemption, "dublons").json["nearest"] == "doubloons")
            let id = newID()
            expect(try move(.adjustment, "doubloons", id: id), 201)
            expect(try client.declare("doubloons", state: "archived", key: admin), 200)
            #expect(try await eventually { try move(.adjustment, "doubloons").status == 422 })
            // What is booked is booked.
            expect(try move(.adjustment, "doubloons", id: id), 200)
            expect(try client.declare("doubloons", key: admin), 200)
            expect(try move(.redemption, "doubloons"), 201)
        }
    }

    @Test func `a rule pays in declared currencies alone`() async throws {
        try await TestServer.with { server in
            let (client, admin) = (try server.client, try await server.key(.admin))
            let caller = try DescribedClient(server)
            func make(_ name: String, _ currency: JSONValue, _ state: JSONValue = "active") -> JSONValue {
                RulesTests.with([
                    "name": .string(name), "state": state,
                    "pay": [["to": "referee", "currency": currency, "amount": 1]],
                ])
            }
            func expectUnknown(_ reply: TestClient.Reply) {
                expectProblem(reply, 422, "unknown-currency")
                #expect(reply.json["nearest"] == "doubloons")
            }
            try client.declare("doubloons", key: admin).required(200)
            expectUnknown(
                try caller.send("POST", RulesTests.path, 422, token: admin, make("a", "dubloons")))
            try client.send("POST", RulesTests.path, token: admin, make("a", "doubloons")).required(201)
            let one = RulesTests.path + "/a"
            expectUnknown(
                try client.send(
                    "PUT", one, token: admin, headers: ["If-Match": "*"], make("a", "dobloons")))
            try client.send("POST", one + "/pause", token: admin).required(200)
            try client.declare("doubloons", state: "archived", key: admin).required(200)
            let resumed = try client.send("POST", one + "/resume", token: admin)
            expectProblem(resumed, 422, "unknown-currency")
            #expect(resumed.json["nearest"] == "pieces_of_eight")
            #expect(try client.get(one, token: admin).json["rule"]?["state"] == "paused")
        }
    }

    @Test func `every process knows within a second`() async throws {
        try await TestServer.with { server in
            let other = try await TestServer.start(on: server.database)
            let (here, there) = (try server.client, try other.client)
            let admin = try await server.key(.admin)
            let user = try here.signUp()
            func move(_ client: TestClient) throws -> Int {
                try client.send(
                    "POST", "/v1/admin/users/\(user.uid)/adjustments", token: admin,
                    ["id": .string(newID()), "currency": "gold", "amount": 1, "reason": "a test"]
                ).status
            }
            #expect(try move(there) == 422)
            try here.declare("gold", key: admin)
            #expect(try move(there) == 201)
            try here.declare("gold", state: "archived", key: admin)
            #expect(try await soon { try move(there) == 422 })
            await other.stop()
        }
    }

    @Test func `lists them by name, page by page, and writes changes to the audit`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let admin = try await server.key(.admin)
            let path = "/v1/admin/currencies"
            for name in ["rum", "gold", "gold"] {
                try client.declare(name, title: "It's \(name)", key: admin)
            }
            let whole = try client.get(path, token: try await server.key(.read))
            expect(whole, 200)
            try Description(client).check(whole, to: "GET", path)
            #expect(
                whole.json["currencies"]?.array?.map { $0["name"]?.string } == [
                    "gold", "pieces_of_eight", "rum",
                ])
            let pages = try client.all("currencies", of: path, limit: 1, token: admin)
            #expect(pages == whole.json["currencies"]?.array)
            try client.declare("gold", title: "It's gold", state: "archived", key: admin)
            let audit = try server.database.psql(
                "SELECT action, detail, before, after FROM audit_entries WHERE action LIKE 'cur%' ORDER BY id"
            )
            #expect(
                audit == #"""
                    currency.declare|rum||{"state":"active","title":"It's rum"}
                    currency.declare|gold||{"state":"active","title":"It's gold"}
                    currency.change|gold|{"state":"active","title":"It's gold"}|{"state":"archived","title":"It's gold"}
                    """#)
        }
    }

    @Test func `refuses names, titles and states that are none`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let admin = try await server.key(.admin)
            expectProblem(
                try client.declare("Gold", key: admin), 422, "validation", mistakes: ["/name invalid"])
            for (title, mistake) in [
                ("", "too_short"), (" ", "too_short"), (String(repeating: "x", count: 101), "too_long"),
            ] {
                let reply = try client.declare("gold", title: title, key: admin)
                expectProblem(reply, 422, "validation", mistakes: ["/title \(mistake)"])
            }
            expectProblem(
                try client.declare("gold", state: "gone", key: admin), 422, "validation",
                mistakes: ["/state invalid"])
            expectProblem(
                try client.send("PUT", "/v1/admin/currencies/gold", token: admin, [:]), 422, "validation",
                mistakes: ["/title required"])
        }
    }
}
