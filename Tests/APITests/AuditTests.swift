import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Who did what by hand, before and after.
struct AuditTests {
    @Test func `every act is listed with what it found and left, by whatever it is searched for`()
        async throws
    {
        try await TestServer.with { server in
            let client = try server.client
            let admin = try await server.key(.admin)
            let (anne, ben) = (try client.signUp(), try client.signUp())
            try client.move(30, .adjustment, of: anne.uid, reason: "Welcome", key: admin)
            try client.move(-5, .adjustment, of: anne.uid, reason: "Oops", key: admin)
            try client.move(9, .adjustment, in: "rum", of: ben.uid, key: admin)
            let whole = try client.get("/v1/admin/audit", token: try await server.key(.read))
            expect(whole, 200)
            try Description(client).check(whole, to: "GET", "/v1/admin/audit")
            let entries = try #require(whole.json["entries"]?.array)
            #expect(
                entries.compactMap { $0["action"]?.string }.prefix(5) == [
                    "keys.create", "ledger.adjustment", "currency.declare", "ledger.adjustment",
                    "ledger.adjustment",
                ])
            #expect(entries[3]["before"] == ["balance": 30] && entries[3]["after"] == ["balance": 25])
            #expect(
                entries[3]["uid"]?.string == anne.uid && entries[3]["detail"] == "-5 pieces_of_eight: Oops")
            #expect(try client.all("entries", of: "/v1/admin/audit", limit: 2, token: admin) == entries)
            let actor = try #require(entries[3]["actor"]?.string)
            func found(_ query: String) throws -> [JSONValue] {
                let reply = try client.get("/v1/admin/audit?" + query, token: admin)
                expect(reply, 200)
                return reply.json["entries"]?.array ?? []
            }
            let encoded = actor.replacing(" ", with: "%20").replacing("(", with: "%28").replacing(
                ")", with: "%29")
            #expect(try found("user=\(anne.uid)") == [entries[3], entries[4]])
            #expect(try found("action=currency.declare") == [entries[2]])
            #expect(try found("actor=\(encoded)") == Array(entries[1...4]))
            #expect(try found("actor=\(encoded)&user=\(ben.uid)&action=ledger.adjustment") == [entries[1]])
            #expect(try found("actor=nobody") == [])
            // A key by what people know of it.
            let parts = actor.split(whereSeparator: { " ()".contains($0) }).map(String.init)
            let (name, id) = (parts[1], parts[2])
            let own = [entries[1], entries[3], entries[4]]
            for text in [name, id] {
                #expect(try found("actor=\(text)&action=ledger.adjustment") == own)
                #expect(try found("actor=\(text)&user=\(ben.uid)") == [entries[1]])
            }
            #expect(try found("actor=\(id)") == Array(entries[1...4]))
            #expect(try found("actor=\(id)&limit=1") == [entries[1]])
            let time = try #require(entries[3]["created_at"]?.string)
            #expect(try found("from=\(time)").last == entries[3])
            #expect(try found("until=\(time)").first == entries[4])
            #expect(try found("from=2020-01-01T00:00:00Z&until=2020-01-02T00:00:00Z") == [])
        }
    }

    @Test func `refuses what names nothing`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let key = try await server.key(.read)
            for (query, mistake) in [
                ("user=anne", "/user invalid"), ("from=now", "/from invalid"), ("actor=", "/actor too_short"),
                ("what=all", "/what unknown_field"), ("cursor=x", "/cursor invalid"),
            ] {
                let reply = try client.get("/v1/admin/audit?" + query, token: key)
                expectProblem(reply, 422, "validation", mistakes: [mistake])
            }
        }
    }
}
