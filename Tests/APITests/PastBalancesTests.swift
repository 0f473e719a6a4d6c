import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// What users had at a time.
struct PastBalancesTests {
    @Test func `tells what a user had at any time`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let admin = try await server.key(.admin)
            let key = try await server.key(.server)
            for amount: Int64 in 1...9 { try client.move(amount, .adjustment, of: user.uid, key: admin) }
            try client.move(100, .adjustment, in: "rum", of: user.uid, key: admin)
            // As if booked on the first nine days of the year, and rum at the end of the second.
            try server.database.tamper(
                "ledger_entries",
                set: """
                    created_at = '2026-01-01 12:00:00Z'::timestamptz
                        + CASE currency WHEN 'rum' THEN 1.3 ELSE sequence - 1 END * interval '1 day'
                    """)
            let description = try Description(client)
            func had(_ time: String) throws -> JSONValue? {
                let paths = [
                    ("/v1/admin/users/{uid}/balances", admin), ("/v1/users/{uid}/balances", key),
                ]
                let replies = try paths.map { path, key in
                    let reply = try client.get(
                        path.replacing("{uid}", with: user.uid) + "?at=" + time, token: key)
                    expect(reply, 200)
                    description.check(reply, to: "GET", path)
                    return reply.json
                }
                #expect(replies[0] == replies[1])
                return replies[0]["balances"]
            }
            #expect(try had("2026-01-01T11:59:59.999Z") == [:])
            #expect(try had("2026-01-01T12:00:00.000Z") == ["pieces_of_eight": 1])
            #expect(try had("2026-01-02T18:00:00.000Z") == ["pieces_of_eight": 3])
            #expect(try had("2026-01-02T20:00:00.000Z") == ["pieces_of_eight": 3, "rum": 100])
            #expect(try had("2026-01-05T00:00:00.000Z") == ["pieces_of_eight": 10, "rum": 100])
            #expect(try had("2030-01-01T00:00:00.000Z") == ["pieces_of_eight": 45, "rum": 100])
        }
    }

    @Test func `an entry stamped early counts when those before it do`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let admin = try await server.key(.admin)
            for _ in 1...3 { try client.move(10, .adjustment, of: user.uid, key: admin) }
            try server.database.tamper(
                "ledger_entries",
                set: """
                    created_at = '2026-01-01'::timestamptz + (ARRAY[0, 2, 1])[sequence] * interval '1 minute'
                    """)
            let path = "/v1/admin/users/\(user.uid)/balances?at=2026-01-01T00:0"
            for (minute, balance) in [(0, 10), (1, 10), (2, 30)] as [(Int, Int64)] {
                let reply = try client.get(path + "\(minute):00Z", token: admin)
                #expect(reply.json["balances"]?["pieces_of_eight"]?.integer == balance)
            }
        }
    }

    /// Times are stored in microseconds, and shown in milliseconds.
    @Test func `an entry's own time has the entry`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let admin = try await server.key(.admin)
            for _ in 1...20 { try client.move(1, .adjustment, of: user.uid, key: admin) }
            try server.database.tamper(
                "ledger_entries", set: "created_at = created_at + sequence * interval '1.000999 s'")
            let path = "/v1/admin/users/\(user.uid)"
            let entries = try client.get("\(path)/ledger", token: admin).json["entries"]?.array ?? []
            #expect(entries.count == 20)
            for entry in entries {
                let time = try #require(entry["created_at"]?.string)
                let reply = try client.get("\(path)/balances?at=\(time)", token: admin)
                #expect(reply.json["balances"]?["pieces_of_eight"] == entry["balance_after"], "\(time)")
            }
        }
    }

    @Test func `a time that is none is refused, and players are not asked for one`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let admin = try await server.key(.admin)
            expectProblem(
                try client.get("/v1/admin/users/\(user.uid)/balances?at=yesterday", token: admin), 422,
                "validation", mistakes: ["/at invalid"])
            expectProblem(
                try client.get("/v1/users/me/balances?at=2026-01-01T00:00:00Z", token: user.token), 422,
                "validation", mistakes: ["/at unknown_field"])
            expectProblem(
                try client.get(
                    "/v1/admin/users/\(newID())/balances?at=2026-01-01T00:00:00Z", token: admin), 404,
                "not-found")
        }
    }
}
