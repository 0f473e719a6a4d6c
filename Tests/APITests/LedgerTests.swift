import Crypto
import HTTP
import JSON
import TestSupport
import Testing

/// Ledgers, and the check that the whole adds up.
struct LedgerTests {
    @Test func `lists a ledger newest first, page by page, over several currencies`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let user = try client.signUp()
            let key = try await server.key(.admin)
            var ids: [String] = []
            for turn in 0..<11 {
                ids.append(newID())
                let currency = ["doubloons", "pieces_of_eight", "rum"][turn * turn % 3]
                try client.move(
                    Int64(turn + 1), .adjustment, in: currency, of: user.uid, id: ids[turn], key: key)
                // Each in a millisecond of its own.
                try await Task.sleep(for: .milliseconds(1))
            }
            let newestFirst: [String?] = ids.reversed()
            let path = "/v1/users/me/ledger"
            let whole = try client.get(path, token: user.token)
            expect(whole, 200)
            #expect(whole.json.names == ["entries", "next_cursor"])
            #expect(whole.json["entries"]?.array?.map { $0["id"]?.string } == newestFirst)
            #expect(whole.json["next_cursor"] == .null)
            for limit in [1, 2, 3, 10, 11, 12] {
                let entries = try client.all("entries", of: path, limit: limit, token: user.token)
                #expect(entries.map { $0["id"]?.string } == newestFirst)
            }
            let admin = "/v1/admin/users/\(user.uid)/ledger"
            #expect(
                try client.all("entries", of: admin, limit: 4, token: key)
                    == whole.json["entries"]?.array)
        }
    }

    @Test func `shows what a grant was for`() async throws {
        try await TestServer.with { server in
            let client = try server.client
            let anne = try client.signUp()
            let ben = try client.signUp(referredBy: anne.code)
            try client.reachLevel(5, token: ben.token, id: newID())
            let entry = try #require(
                try client.get("/v1/users/me/ledger", token: anne.token).json["entries"]?[0])
            #expect(entry["kind"] == "grant")
            #expect(entry["uid"]?.string == anne.uid)
            #expect(entry["amount"] == 50)
            #expect(entry["balance_after"] == 50)
            #expect(entry["rule"] == "level-5")
            #expect(entry["subject"]?.string == ben.uid)
            #expect(entry["reason"]?.string?.isEmpty == false)
        }
    }

    /// A user who was paid, redeemed and was adjusted.
    private func story(_ server: TestServer) async throws -> TestUser {
        let client = try server.client
        let anne = try client.signUp()
        let ben = try client.signUp(referredBy: anne.code)
        try client.reachLevel(5, token: ben.token, id: newID())
        try client.move(20, .redemption, of: anne.uid, key: try await server.key(.server))
        try client.move(7, .adjustment, in: "rum", of: anne.uid, key: try await server.key(.admin))
        return anne
    }

    private func tamper(_ server: TestServer, _ sql: String) throws {
        try server.database.tamper(sql)
    }

    private func check(_ server: TestServer) async throws -> TestClient.Reply {
        let reply = try server.client.get("/v1/admin/ledger/check", token: try await server.key(.read))
        expect(reply, 200)
        return reply
    }

    @Test func `says that the ledger is balanced`() async throws {
        try await TestServer.with { server in
            #expect(
                try await check(server).json == [
                    "balanced": true, "accounts": 0, "entries": 0, "unsealed_entries": 0,
                ])
            _ = try await story(server)
            #expect(
                try await check(server).json == [
                    "balanced": true, "accounts": 2, "entries": 3, "unsealed_entries": 3,
                ])
        }
    }

    @Test func `says which account doesn't add up`() async throws {
        try await TestServer.with { server in
            let anne = try await story(server)
            try tamper(server, "UPDATE balances SET amount = 31 WHERE currency = 'pieces_of_eight'")
            #expect(
                try await check(server).json == [
                    "balanced": false, "accounts": 2, "entries": 3, "unsealed_entries": 3,
                    "unmatched_grants": 0,
                    "broken_accounts": [
                        [
                            "uid": .string(anne.uid), "currency": "pieces_of_eight", "balance": 31,
                            "sum_of_entries": 30, "entries": 2, "count_of_entries": 2, "broken_links": 0,
                        ]
                    ],
                ])
        }
    }

    @Test func `says which chain is broken, and which grant has no reward`() async throws {
        try await TestServer.with { server in
            _ = try await story(server)
            try tamper(server, "UPDATE ledger_entries SET amount = 60 WHERE kind = 'grant'")
            let reply = try await check(server)
            #expect(reply.json["balanced"] == false)
            // The reward of 50 has lost its grant, and the grant of 60 has no reward.
            #expect(reply.json["unmatched_grants"] == 2)
            #expect(reply.json["broken_accounts"]?.array?.count == 1)
            #expect(reply.json["broken_accounts"]?[0]?["broken_links"] == 1)
            #expect(reply.json["broken_accounts"]?[0]?["sum_of_entries"] == 40)
        }
    }

    @Test func `misses an entry or a reward that is gone`() async throws {
        try await TestServer.with { server in
            _ = try await story(server)
            try tamper(server, "DELETE FROM ledger_entries WHERE kind = 'redemption'")
            let lost = try await check(server)
            #expect(lost.json["balanced"] == false)
            #expect(lost.json["broken_accounts"]?[0]?["count_of_entries"] == 1)
            #expect(lost.json["broken_accounts"]?[0]?["entries"] == 2)
            #expect(lost.json["unmatched_grants"] == 0)
            try tamper(server, "DELETE FROM rewards")
            #expect(try await check(server).json["unmatched_grants"] == 1)
        }
    }
}
